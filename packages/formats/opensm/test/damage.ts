import fc from "fast-check";

/** One way to damage a file. */
export type Damage = (text: string) => string;

const TOKENS = [
  "\n",
  "\r\n",
  "\t",
  " ",
  "0x",
  ":",
  "#",
  '"',
  "'",
  "-",
  "0",
  "255",
  "65536",
  "99999999999999999999",
  "0xffffffffffffffffff",
  "0xc000",
  "Switch ",
  "LID : 0xC001",
  "guid 0x",
  "lids dumped",
  "\u0000",
  "\u{1f408}",
] as const;

const line = (at: number, lines: readonly string[]): number =>
  at % Math.max(1, lines.length);

const byLine = (
  change: (lines: string[], at: number, other: number) => string[],
): fc.Arbitrary<Damage> =>
  fc.tuple(fc.nat(), fc.nat()).map(([at, other]) => (text) => {
    const lines = text.split("\n");
    return change(lines, line(at, lines), line(other, lines)).join("\n");
  });

/** Lines lost, doubled, swapped or drawn out; characters lost, replaced or put in; the file cut off. */
export const damage: fc.Arbitrary<Damage> = fc.oneof(
  byLine((lines, at) => lines.toSpliced(at, 1)),
  byLine((lines, at, other) => lines.toSpliced(other, 0, lines[at] ?? "")),
  byLine((lines, at, other) =>
    lines.with(at, lines[other] ?? "").with(other, lines[at] ?? ""),
  ),
  byLine((lines, at, other) =>
    lines.with(at, (lines[at] ?? "").repeat(1 + (other % 50))),
  ),
  fc.nat().map((at) => (text: string) => text.slice(0, at % (text.length + 1))),
  fc
    .tuple(fc.nat(), fc.nat({ max: 3 }), fc.constantFrom(...TOKENS))
    .map(([at, length, token]) => (text: string) => {
      const from = at % (text.length + 1);
      return text.slice(0, from) + token + text.slice(from + length);
    }),
  fc
    .tuple(fc.nat(), fc.string({ minLength: 1, maxLength: 1 }))
    .map(([at, char]) => (text: string) => {
      const from = at % (text.length + 1);
      return text.slice(0, from) + char + text.slice(from + 1);
    }),
);

/** A text out of the words of a file: its lines, its numbers, and what may stand between them. */
export const soup = (text: string): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        fc.constantFrom(...new Set(text.split("\n"))).map((one) => `${one}\n`),
        fc.constantFrom(...new Set(text.split(/\s+/))).map((one) => `${one} `),
        fc.constantFrom(...TOKENS),
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join(""));

/** The bytes of a text in pieces of up to `most` bytes. */
export function* pieces(text: string, most: number): Generator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  const chunk = new Uint8Array(most);
  for (let at = 0; at < bytes.length; at += most) {
    const part = bytes.subarray(at, at + most);
    // As of a file: the buffer is used again for the next piece.
    chunk.fill(0);
    chunk.set(part);
    yield chunk.subarray(0, part.length);
  }
}
