import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const css = readFileSync(
  join(import.meta.dirname, "../.vitepress/theme/site.css"),
  "utf8",
);

/** Relative luminance of a colour, after WCAG 2.2. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

// A name such as the theme's indigo would be another colour in the dark.
it.each(["bg", "hover-bg", "active-bg"])(
  "sets the white text of a button off from its %s by 4.5, in the light and in the dark",
  (name) => {
    const [, behind = ""] =
      new RegExp(`--vp-button-brand-${name}: (#[0-9a-f]{6});`).exec(css) ?? [];
    expect(behind).not.toBe("");
    expect(1.05 / (luminance(behind) + 0.05)).toBeGreaterThan(4.5);
  },
);
