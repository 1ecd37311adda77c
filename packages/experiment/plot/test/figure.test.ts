import { parseHTML } from "linkedom";
import { describe, expect, it } from "vitest";
import {
  drawFigure,
  latencyLoadChart,
  renderPng,
  sizeLabel,
  type Chart,
  type Figure,
} from "@fabriclab/experiment-plot";

const chart: Chart = {
  title: "(a) Small size",
  x: {
    label: "Message size",
    scale: "log",
    ticks: [32, 64, 2048],
    format: sizeLabel,
  },
  y: { label: "Completion time", unit: "µs", scale: "log" },
  series: [
    {
      name: "cyclic",
      style: 0,
      points: [
        { x: 32, y: 1, low: 0.9, high: 1.1 },
        { x: 64, y: 2, low: 1.8, high: 2.2 },
        { x: 2048, y: 9 },
      ],
    },
    {
      name: "unicast",
      style: 1,
      points: [
        { x: 32, y: 10 },
        { x: 64, y: 20 },
      ],
    },
    {
      name: "bound <1>",
      style: 0,
      kind: "bound",
      points: [
        { x: 32, y: 0.5 },
        { x: 2048, y: 4 },
      ],
    },
  ],
};
const figure: Figure = {
  id: "fig-08",
  title: "Figure 8 & more",
  description: "Time over size.",
  charts: [chart],
};

const count = (svg: string, what: RegExp): number =>
  [...svg.matchAll(what)].length;
interface Shape {
  readonly childElementCount: number;
  getAttribute(name: string): string | null;
}
const select = (svg: string, selector: string): Shape[] => [
  ...(
    parseHTML(`<body>${svg}</body>`) as {
      document: { querySelectorAll(selector: string): Iterable<Shape> };
    }
  ).document.querySelectorAll(selector),
];

/** What a reader sees: the texts, in order. */
const texts = (svg: string): string[] =>
  [...svg.matchAll(/<text[^>]*>([^<]*)</g)]
    .map((match) => match[1]!)
    .filter((text) => text !== "");

describe("drawFigure", () => {
  it("breaks a line where a run gave nothing, and marks the place", () => {
    const [first] = chart.series;
    const points = [1, 2, 3, 4].map((x) => ({ x: 32 * x, y: x }));
    const drawn = (gaps: readonly number[]) =>
      drawFigure({
        ...figure,
        charts: [{ ...chart, series: [{ ...first!, points, gaps }] }],
      });
    const subpaths = (svg: string) =>
      /aria-label="line"[^>]*><path[^>]* d="([^"]+)"/
        .exec(svg)?.[1]
        ?.match(/M/g)?.length;
    expect(subpaths(drawn([]))).toBe(1);
    expect(subpaths(drawn([80]))).toBe(2);
    const dots = /<(path|g|circle|line)\b/g;
    expect(count(drawn([80, 112]), dots)).toBeGreaterThan(
      count(drawn([80]), dots),
    );
  });

  it("draws a curve that has gaps only", () => {
    const [first] = chart.series;
    const svg = drawFigure({
      ...figure,
      charts: [
        { ...chart, series: [{ ...first!, points: [], gaps: [32, 64] }] },
      ],
    });
    expect(svg).toContain('aria-label="dot"');
  });

  it.each(["linear", "log"] as const)(
    "invents no numbers for an axis on which nothing stands: %s",
    (scale) => {
      const seen = (points: readonly { x: number; y: number }[]) =>
        texts(
          drawFigure({
            ...figure,
            charts: [
              {
                ...chart,
                y: { ...chart.y, scale },
                series: [{ name: "s", style: 0, points, saturated: [64] }],
              },
            ],
          }),
        );
      const numbers = (all: readonly string[]) =>
        all.filter((text) => /^[\d.]+$/.test(text));
      const some = seen([{ x: 32, y: 3 }]);
      expect(numbers(some).length).toBeGreaterThan(1);
      expect(some).toContain("Completion time (µs)");
      const none = seen([]);
      expect(numbers(none)).toEqual([]);
      expect(none).toContain("Completion time: no value");
    },
  );

  it("labels the axes with quantity and unit, and writes every tick asked for", () => {
    const svg = drawFigure(figure);
    expect(texts(svg)).toEqual(
      expect.arrayContaining([
        "Message size",
        "Completion time (µs)",
        "32 B",
        "64 B",
        "2 KB",
        "(a) Small size",
      ]),
    );
  });

  it("draws a marker per measured point, a band where there is an interval, and bounds dashed and unmarked", () => {
    const svg = drawFigure(figure);
    expect(
      select(svg, "[aria-label=dot]").map((group) => group.childElementCount),
    ).toEqual([3, 2]);
    expect(count(svg, /aria-label="area"/g)).toBe(1);
    // One dashed curve in the panel, one dashed sample in the legend.
    expect(count(svg, /stroke-dasharray/g)).toBe(2);
  });

  it("puts greater values higher, by the logarithm on a logarithmic axis", () => {
    const heights = (y: number[]): number[] => {
      const svg = drawFigure({
        ...figure,
        charts: [
          {
            ...chart,
            series: [
              {
                name: "s",
                style: 0,
                points: y.map((value, i) => ({ x: 2 ** i, y: value })),
              },
            ],
          },
        ],
      });
      const path = /aria-label="line"[^>]*><path d="M([^"]*)"/.exec(svg)![1]!;
      return path.split("L").map((pair) => Number(pair.split(",")[1]));
    };
    const [one, ten, hundred] = heights([1, 10, 100]) as [
      number,
      number,
      number,
    ];
    expect(ten).toBeLessThan(one);
    expect(one - ten).toBeCloseTo(ten - hundred, 1);
  });

  it("names each series once in the legend, also over several panels", () => {
    const svg = drawFigure({ ...figure, charts: [chart, chart] });
    expect(texts(svg).filter((text) => text === "cyclic")).toHaveLength(1);
    expect(texts(svg).filter((text) => text === "(a) Small size")).toHaveLength(
      2,
    );
  });

  it("can be read by who cannot see it, with titles and descriptions whose markup is escaped", () => {
    const svg = drawFigure(figure);
    expect(svg).toContain(
      'role="img" aria-labelledby="fig-08-title fig-08-desc"',
    );
    expect(svg).toContain(
      '<title id="fig-08-title">Figure 8 &amp; more</title>',
    );
    expect(svg).toContain("bound &lt;1&gt;");
  });

  it("gives equal bytes for equal figures, whatever was drawn before", () => {
    const first = drawFigure(figure);
    drawFigure({ ...figure, id: "other", charts: [chart, chart, chart] });
    expect(drawFigure(figure)).toBe(first);
    expect(
      Buffer.from(renderPng(first)).equals(Buffer.from(renderPng(first))),
    ).toBe(true);
  });

  it("draws bars with whiskers in the order of the series", () => {
    const svg = drawFigure({
      ...figure,
      charts: [
        {
          title: "speed-up",
          mark: "bar",
          x: { label: "Group", scale: "linear" },
          y: { label: "Speed-up", scale: "linear" },
          guides: [{ axis: "y", at: 1 }],
          series: [
            { name: "z", style: 0, points: [{ x: 1, y: 2, low: 1, high: 3 }] },
            { name: "a", style: 1, points: [{ x: 1, y: 3 }] },
          ],
        },
      ],
    });
    const bars = select(svg, "[aria-label=bar] rect").map(
      (bar) =>
        [Number(bar.getAttribute("x")), bar.getAttribute("fill")] as const,
    );
    expect(bars.map(([, fill]) => fill)).toEqual(["#0072B2", "#D55E00"]);
    expect(bars[0]![0]).toBeLessThan(bars[1]![0]);
  });

  it.each([
    ["no panels", { ...figure, charts: [] }, "E_PLOT_EMPTY"],
    [
      "no points",
      { ...figure, charts: [{ ...chart, series: [] }] },
      "E_PLOT_EMPTY",
    ],
    [
      "a zero on a logarithmic axis",
      {
        ...figure,
        charts: [
          {
            ...chart,
            series: [{ name: "s", style: 0, points: [{ x: 1, y: 0 }] }],
          },
        ],
      },
      "E_PLOT_VALUE",
      "--y-scale linear",
    ],
    [
      "a zero along a logarithmic axis",
      {
        ...figure,
        charts: [
          {
            ...chart,
            x: { ...chart.x, scale: "log" as const },
            series: [{ name: "s", style: 0, points: [{ x: 0, y: 1 }] }],
          },
        ],
      },
      "E_PLOT_VALUE",
      "--x-scale linear",
    ],
    [
      "a value that is not a number",
      {
        ...figure,
        charts: [
          {
            ...chart,
            series: [{ name: "s", style: 0, points: [{ x: NaN, y: 1 }] }],
          },
        ],
      },
      "E_PLOT_VALUE",
    ],
  ])("refuses %s", (_what, bad, code, hint?: string) => {
    expect(() => drawFigure(bad)).toThrow(
      expect.objectContaining({
        code,
        hint:
          hint === undefined
            ? undefined
            : expect.stringMatching(`^${hint} .*--where`),
      }) as Error,
    );
  });
});

describe("renderPng", () => {
  const size = (png: Uint8Array): number[] => {
    const view = new DataView(png.buffer, png.byteOffset);
    return [view.getUint32(16), view.getUint32(20)];
  };

  it("makes a PNG of twice the figure's size", () => {
    const png = renderPng(drawFigure(figure));
    expect([...png.slice(0, 8)]).toEqual([
      0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a,
    ]);
    const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(
      drawFigure(figure),
    )!;
    expect(size(png)).toEqual([2 * Number(width), 2 * Number(height)]);
  });

  it("draws letters with its own font, whether or not the system has one", () => {
    const svg = (text: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="20" font-family="DejaVu Sans"><text x="2" y="15">${text}</text></svg>`;
    expect(renderPng(svg("µ")).length).toBeGreaterThan(
      renderPng(svg("")).length,
    );
    expect(
      Buffer.from(renderPng(svg("m"))).equals(Buffer.from(renderPng(svg("w")))),
    ).toBe(false);
  });
});

describe("latencyLoadChart", () => {
  it("draws no mean for a saturated run, and marks its load", () => {
    const drawn = latencyLoadChart("uniform", [
      {
        name: "xy",
        style: 2,
        points: [
          { load: 0.6 },
          { load: 0.2, latencyNs: 300, ci: 10 },
          { load: 0.4, latencyNs: 400 },
        ],
      },
    ]);
    expect(drawn.series[0]!.points).toEqual([
      { x: 0.2, y: 300, low: 290, high: 310 },
      { x: 0.4, y: 400 },
    ]);
    expect(drawn.guides).toEqual([{ axis: "x", at: 0.6, style: 2 }]);
  });
});
