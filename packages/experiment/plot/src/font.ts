import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

// Why: a fresh server often has no font at all, and other machines have others; the same font file everywhere gives the same pixels.
const locate = createRequire(import.meta.url);
export const fontFiles = ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"].map((file) =>
  locate.resolve(`dejavu-fonts-ttf/ttf/${file}`),
);

/** First and last code point of letters that stand side by side in a font. */
type Range = readonly [number, number];

let known: readonly Range[] | undefined;

/**
 * Letters of a drawing that the font of PNG files has no sign for, each once, in the order of the text: a PNG has boxes for them, and an SVG what the reader's
 * fonts have.
 */
export function lettersWithoutSign(svg: string): readonly string[] {
  known ??= fontFiles.flatMap((file) => lettersOf(readFileSync(file)));
  const ranges = known;
  const foreign = svg.match(/[^\0-\x7F]/gu) ?? [];
  return [...new Set(foreign)].filter((letter) => {
    // What joins letters or chooses their look has no sign of its own.
    if (/\p{Default_Ignorable_Code_Point}/u.test(letter)) return false;
    const code = letter.codePointAt(0) ?? 0;
    return !ranges.some(([first, last]) => first <= code && code <= last);
  });
}

/**
 * The letters of a TrueType font: of its table `cmap` the subtable of format 12, which has all of Unicode.
 *
 * Reference: OpenType specification, cmap, "Format 12: Segmented coverage".
 */
function lettersOf(font: Buffer): Range[] {
  const tables = font.readUInt16BE(4);
  for (let table = 0; table < tables; table++) {
    const entry = 12 + 16 * table;
    if (font.toString("latin1", entry, entry + 4) !== "cmap") continue;
    const cmap = font.readUInt32BE(entry + 8);
    for (let part = 0; part < font.readUInt16BE(cmap + 2); part++) {
      const at = cmap + font.readUInt32BE(cmap + 4 + 8 * part + 4);
      if (font.readUInt16BE(at) !== 12) continue;
      return Array.from(
        { length: font.readUInt32BE(at + 12) },
        (_, group): Range => [
          font.readUInt32BE(at + 16 + 12 * group),
          font.readUInt32BE(at + 16 + 12 * group + 4),
        ],
      );
    }
  }
  return [];
}
