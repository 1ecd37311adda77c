/** More entries than anybody reads below each other. */
const MANY = 1000;
/** Characters of a piece, about. */
const PIECE = 1 << 16;

/**
 * Plain data as the text of `JSON.stringify(value, null, 2)`, in pieces; of a list of more than a thousand entries each entry is a line.
 *
 * Why pieces: a string has at most half a gigabyte, and what was computed for hours must not be lost for want of that. Why lines: most of
 * such a text would be spaces.
 */
export function* longJson(value: unknown): Generator<string> {
  let piece = "";
  for (const part of partsOf(value, "")) {
    piece += part;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = "";
  }
  yield piece;
}

/** A file of it, with an end of its last line. */
export const longJsonFile = (value: unknown): Uint8Array =>
  Buffer.concat([...longJson(value), "\n"].map((piece) => Buffer.from(piece)));

function* partsOf(value: unknown, indent: string): Generator<string> {
  if (typeof value !== "object" || value === null) {
    yield JSON.stringify(value) ?? "null";
    return;
  }
  const isList = Array.isArray(value);
  const fields: [string, unknown][] = isList
    ? value.map((entry) => ["", entry])
    : Object.entries(value).filter(([, field]) => field !== undefined);
  const [open, close] = isList ? "[]" : "{}";
  if (fields.length === 0) {
    yield `${open}${close}`;
    return;
  }
  const inner = `${indent}  `;
  let before = `${open}\n`;
  for (const [key, field] of fields) {
    yield `${before}${inner}${isList ? "" : `${JSON.stringify(key)}: `}`;
    if (isList && fields.length > MANY) yield JSON.stringify(field) ?? "null";
    else yield* partsOf(field, inner);
    before = ",\n";
  }
  yield `\n${indent}${close}`;
}
