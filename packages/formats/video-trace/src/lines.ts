import { refusal } from "./refusal.ts";

/** A file's text: whole, or in pieces that need not end with a line. Each piece is read before the next is asked for. */
export type TraceText = string | Iterable<string | Uint8Array>;

/** No line of a trace is longer. */
const MAX_LINE = 1000;
const LINE_END = /\r\n?|\n/;
const TAB = 9;
const SPACE = 32;

/**
 * The lines of a trace, without their ends: LF, CR LF or CR.
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
    // Why: the LF of a CR may be in the next piece.
    const held = rest.endsWith("\r") ? "\r" : "";
    const parts = rest.slice(0, rest.length - held.length).split(LINE_END);
    const last = parts.pop() ?? "";
    for (const part of parts) yield checked(part, line++, file);
    rest = last + held;
    // A piece without line ends is refused before the whole of a large file is gathered.
    if (last.length > MAX_LINE) checked(last, line, file);
  }
  rest += decoder.decode();
  const parts = rest.split(LINE_END);
  if (parts.at(-1) === "") parts.pop();
  for (const part of parts) yield checked(part, line++, file);
}

function checked(text: string, line: number, file: string | undefined): string {
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
