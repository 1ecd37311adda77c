/** Characters that take two columns of a terminal: pictures, and those of East Asian scripts (UAX #11, wide and fullwidth). */
const WIDE =
  /[\p{Extended_Pictographic}\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3040-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f251}\u{20000}-\u{3fffd}]/gu;

/** Columns of a terminal that a text without escape codes takes. */
export const textWidth = (text: string): number =>
  Array.from(text).length + (text.match(WIDE)?.length ?? 0);
