/** Control characters, the line ends of Unicode, and those that turn the direction of what stands beside them. */
const UNPRINTABLE =
  /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A node description as OpenSM prints it: a blank in the place of each character that cannot be printed. A line break would else end the line of a dump,
 * and what stands behind it would be read as an entry.
 */
export const printedName = (description: string): string =>
  description.replace(UNPRINTABLE, " ");
