import { refusal } from "./refusal.ts";

/** A file's text: whole, or in pieces that need not end with a line. Each piece is read before the next is asked for. */
export type TraceText = string | Iterable<string | Uint8Array>;

/** No line of a trace is longer. */
const MAX_LINE = 1000;
const TAB = 9;
const SPACE = 32;

/**
 * The lines of a trace, without their ends.
 *
 * @throws FabricError `E_VIDEO_TRACE_BINARY` for bytes that no text has
 */
export function* linesOf(
  text: TraceText,
  file: string | undefined,
): Generator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  let line = 1;
  for (const piece of typeof text === "string" ? [text] : text) {
    rest +=
      typeof piece === "string"
        ? piece
        : decoder.decode(piece, { stream: true });
    let from = 0;
    for (;;) {
      const end = rest.indexOf("\n", from);
      if (end < 0) break;
      yield checked(rest.slice(from, end), line++, file);
      from = end + 1;
    }
    rest = rest.slice(from);
    // A piece without line ends is refused before the whole of a large file is gathered.
    if (rest.length > MAX_LINE) checked(rest, line, file);
  }
  rest += decoder.decode();
  if (rest !== "") yield checked(rest, line, file);
}

function checked(
  given: string,
  line: number,
  file: string | undefined,
): string {
  const text = given.endsWith("\r") ? given.slice(0, -1) : given;
  let wrong =
    text.length > MAX_LINE ? "a line of more than 1000 characters" : undefined;
  for (let i = 0; i < text.length && wrong === undefined; i++) {
    const code = text.charCodeAt(i);
    if ((code < SPACE && code !== TAB) || code === 0x7f || code === 0xfffd)
      wrong = `the character 0x${code.toString(16)} at column ${i + 1}`;
  }
  if (wrong === undefined) return text;
  throw refusal(file, line, {
    code: "E_VIDEO_TRACE_BINARY",
    message: "This is no text",
    got: wrong,
    expected: "a frame trace: lines of numbers",
    hint: "a packed trace is unpacked first, or has a name that ends in .gz",
  });
}
