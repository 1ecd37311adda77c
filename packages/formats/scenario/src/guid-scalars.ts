import type { ScalarTag, Tags } from "yaml";

/** `0x` and the four digits of a LID. */
const WIDEST_NUMBER = 6;

/**
 * YAML 1.2's scalars, except that hexadecimal numbers wider than a LID stay text: they are GUIDs, which parameters take as names, and which a number
 * would not hold to the last digit.
 */
export const guidScalars = (tags: Tags): Tags =>
  tags.map((tag) =>
    typeof tag === "object" && "format" in tag && tag.format === "HEX"
      ? keepWide(tag as ScalarTag)
      : tag,
  );

const keepWide = (tag: ScalarTag): ScalarTag => ({
  ...tag,
  resolve: (text, refuse, options) =>
    text.length > WIDEST_NUMBER ? text : tag.resolve(text, refuse, options),
});
