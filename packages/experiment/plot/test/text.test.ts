import { describe, expect, it } from "vitest";
import { drawFigure, renderPng } from "@fabriclab/experiment-plot";

describe("a name with characters that XML does not have", () => {
  it("is drawn with replacement characters, and the drawing is well-formed", () => {
    const svg = drawFigure({
      id: "odd",
      title: "a\u001b[31m<b>\u0000",
      description: "none",
      charts: [
        {
          title: "chart",
          x: { label: "x\u0008", scale: "linear" },
          y: { label: "y", scale: "linear" },
          series: [{ name: "\uffff", style: 0, points: [{ x: 1, y: 2 }] }],
        },
      ],
    });
    expect(svg).toContain("a\ufffd[31m&lt;b&gt;\ufffd");
    // The rasteriser refuses what is no XML.
    expect([...renderPng(svg).subarray(1, 4)]).toEqual([0x50, 0x4e, 0x47]);
  });
});
