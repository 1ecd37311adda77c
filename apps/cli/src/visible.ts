/**
 * A text as a terminal may show it: control characters but tab and line feed as `\x1b`.
 *
 * Why: names in somebody else's scenario, fabric or results would else move the cursor, or rename the window.
 */
export const visible = (text: string): string =>
  text.replaceAll(
    // eslint-disable-next-line no-control-regex -- they are what is looked for
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g,
    (letter) => `\\x${letter.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
