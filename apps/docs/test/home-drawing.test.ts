import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { homeDrawings } from "../src/home-drawing.ts";
import { docs, textOf } from "../src/repository.ts";

const drawings = homeDrawings();

/** Relative luminance of a colour such as `#08306b` (WCAG 2). */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const contrast = (a: string, b: string): number => {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [
    number,
    number,
  ];
  return (high + 0.05) / (low + 0.05);
};

it("the home page's drawings are what the command draws today, and the page shows both with a text", () => {
  const page = textOf("apps/docs/index.md");
  for (const [name, svg] of Object.entries(drawings)) {
    expect(
      readFileSync(join(docs, ".vitepress", name), "utf8"),
      "run apps/docs/scripts/home-drawing.ts",
    ).toBe(svg);
    expect(page).toContain(`/${name}`);
  }
  expect(page).toMatch(/^ +alt: .{40,}$/m);
});

it("every text of the dark drawing has a contrast of 4.5 with its ground, and each load is brighter than the one before", () => {
  const { "home-dark.svg": dark = "" } = drawings;
  const ground = /<rect width="\d+" height="\d+" fill="([^"]+)"/.exec(
    dark,
  )![1]!;
  const texts = new Set([
    /<svg fill="([^"]+)"/.exec(dark)![1]!,
    ...Array.from(
      dark.matchAll(/<text[^>]* fill="([^"]+)"/g),
      ([, fill]) => fill!,
    ),
  ]);
  expect(texts.size).toBeGreaterThan(1);
  for (const text of texts)
    expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
  const steps = Array.from(
    dark.matchAll(
      /<path d="M[\d.]+ 31H[\d.]+"[^>]* stroke="([^"]+)" stroke-width="[^"]+"\/>/g,
    ),
    ([, stroke]) => luminance(stroke!),
  );
  expect(steps.length).toBeGreaterThan(3);
  expect(steps).toEqual([...steps].sort((a, b) => a - b));
});
