import { describe, expect, it } from "vitest";
import { drawFigure, renderPng } from "@fabriclab/experiment-plot";

describe("a name with characters that nobody sees", () => {
  it("is drawn with their numbers, or as a replacement where XML has no such character, and the drawing is well-formed", () => {
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
    expect(svg).toContain("a\\x1b[31m&lt;b&gt;\\x00");
    expect(svg).toContain(">x\\x08<");
    expect(svg).toContain(">\ufffd<");
    // The rasteriser refuses what is no XML.
    expect([...renderPng(svg).subarray(1, 4)]).toEqual([0x50, 0x4e, 0x47]);
  });

  it("turns nothing round, and takes one line where it holds the end of one", () => {
    const svg = drawFigure({
      id: "odd",
      title: "mesh \u202e esrever",
      description: "about \u2066",
      notes: ["left \u200f out"],
      charts: [
        {
          title: "panel \u202d",
          mark: "bar",
          x: {
            label: "scheme \u061c",
            scale: "linear",
            ticks: [0],
            format: () => "a\nb\tc",
          },
          y: { label: "y", unit: "\u2028", scale: "linear" },
          series: [{ name: "s\u202a", style: 0, points: [{ x: 0, y: 2 }] }],
        },
      ],
    });
    for (const text of [
      "mesh \\u202e esrever",
      "about \\u2066",
      "left \\u200f out",
      "panel \\u202d",
      "scheme \\u061c",
      "a b c",
      "y (\\u2028)",
      "s\\u202a",
    ])
      expect(svg).toContain(`>${text}<`);
    expect(svg).not.toMatch(/[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/);
  });
});
