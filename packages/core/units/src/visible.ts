/** Control characters but tab and line feed, and those that turn the direction of what follows. */
const HIDDEN =
  // eslint-disable-next-line no-control-regex -- they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/**
 * A text as a terminal may show it: control characters but tab and line feed as `\x1b`.
 *
 * Why: names in somebody else's scenario, fabric or results would else move the cursor, rename the window, or turn a line's end to its front.
 */
export const visible = (text: string): string =>
  text.replaceAll(HIDDEN, escaped);

const escaped = (letter: string): string => {
  const code = letter.charCodeAt(0).toString(16);
  return code.length > 2 ? `\\u${code}` : `\\x${code.padStart(2, "0")}`;
};
