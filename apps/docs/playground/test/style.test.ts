import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const here = join(import.meta.dirname, "..");
const css = readFileSync(join(here, "static/style/colours.css"), "utf8");

/** Name -> `#rrggbb` of each set of colours. */
const [light, dark] = Array.from(
  css.matchAll(/\{([^}]*)\}/g),
  ([, block = ""]) =>
    Object.fromEntries(
      Array.from(block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g), ([, k, v]) => [
        k,
        v,
      ]),
    ) as Readonly<Record<string, string>>,
) as [Readonly<Record<string, string>>, Readonly<Record<string, string>>];

/** Relative luminance, after WCAG 2.2. */
function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [least, most] = [luminance(one), luminance(other)].sort(
    (a, b) => a - b,
  ) as [number, number];
  return (most + 0.05) / (least + 0.05);
}

it("measures contrast as WCAG 2.2 does: black on white is 21, #767676 the lightest grey of 4.5", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 6);
  expect(contrast("#767676", "#ffffff")).toBeGreaterThan(4.5);
  expect(contrast("#777777", "#ffffff")).toBeLessThan(4.5);
});

describe.each([
  ["light", light],
  ["dark", dark],
])("%s colours", (_, of) => {
  it("set text off from what is behind it by 4.5", () => {
    for (const text of ["text", "quiet", "bad", "good"])
      for (const behind of ["page", "panel"])
        expect(
          contrast(of[text]!, of[behind]!),
          `${text} on ${behind}`,
        ).toBeGreaterThanOrEqual(4.5);
    expect(contrast(of["accent-text"]!, of["accent"]!)).toBeGreaterThan(4.5);
  });

  it("set marks, the edges of controls and the focus off by 3", () => {
    for (const mark of [
      "switch",
      "host",
      "path",
      "tree",
      "cycle",
      "wait",
      "packet",
    ])
      expect(contrast(of[mark]!, of["page"]!), mark).toBeGreaterThanOrEqual(3);
    for (const edge of ["edge", "accent"])
      for (const behind of ["page", "panel"])
        expect(
          contrast(of[edge]!, of[behind]!),
          `${edge} on ${behind}`,
        ).toBeGreaterThanOrEqual(3);
  });

  it("set every link off by 3, and stand out the more, the more it is loaded: by a fifth at each step", () => {
    const steps = Array.from({ length: 8 }, (__, k) =>
      contrast(of[`load-${k}`]!, of["page"]!),
    );
    expect(steps[0]).toBeGreaterThanOrEqual(3);
    steps
      .slice(1)
      .forEach((step, k) =>
        expect(step / steps[k]!, `load-${k + 1}`).toBeGreaterThan(1.2),
      );
  });

  it("set hosts off from the idle links that end in them", () => {
    expect(
      contrast(of["host"]!, of["page"]!) / contrast(of["load-0"]!, of["page"]!),
    ).toBeGreaterThan(1.2);
  });
});

it("the drawing knows nothing of the page around it", () => {
  const drawing = join(here, "src/page/drawing");
  const outside = readdirSync(drawing).flatMap((file) =>
    Array.from(
      readFileSync(join(drawing, file), "utf8").matchAll(/from "(\.\.[^"]*)"/g),
      ([, path = ""]) => `${file}: ${path}`,
    ).filter((one) => !one.includes("../../shared/")),
  );
  expect(outside).toEqual([]);
});
