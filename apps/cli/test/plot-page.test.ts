import { describe, expect, it } from "vitest";
import { plotPage } from "../src/plot/page.ts";
import type { Drawing } from "../src/plot/figures.ts";

const drawing = (width: number): Drawing => ({
  id: "d",
  svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${String(width)}" height="10"></svg>`,
  caption: "c",
  charts: [
    {
      title: "latency over size",
      x: { label: "Size", unit: "B", scale: "log" },
      y: { label: "Latency", unit: "us", scale: "linear" },
      series: [
        {
          name: "xy",
          style: 0,
          points: [
            { x: 65_536, y: 1 },
            { x: 65_540, y: 2 },
          ],
        },
      ],
    },
  ],
});

describe("the page of plot", () => {
  it("names in its table where a point is as it was given, not in three figures", () => {
    const html = plotPage("t", "results", [drawing(640)]);
    expect(html).toContain(">65536<");
    expect(html).toContain(">65540<");
  });

  it("keeps a picture that is wider than the page at its own size, in a frame that scrolls", () => {
    expect(plotPage("t", "results", [drawing(2000)])).toContain(
      '<figure id="figure-d" class="natural" tabindex="0">',
    );
    expect(plotPage("t", "results", [drawing(640)])).toContain(
      '<figure id="figure-d">',
    );
  });
});
