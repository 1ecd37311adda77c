import { closeSync, fstatSync, openSync, readSync } from "node:fs";

const CHUNK_BYTES = 2 ** 16;
const LINE_FEED = 10;

/**
 * The beginning of a line of a file; undefined where it has none, or is no regular file: a device has no end.
 *
 * @param number from 1
 * @param longest bytes that are read of the line at most
 * @throws the system's errors
 */
export function lineOfFile(
  file: string,
  number: number,
  longest: number,
): string | undefined {
  const handle = openSync(file, "r");
  try {
    if (!fstatSync(handle).isFile()) return undefined;
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const found: number[] = [];
    let line = 1;
    for (;;) {
      const length = readSync(handle, chunk);
      if (length === 0) return line < number ? undefined : textOf(found);
      let at = 0;
      while (line < number && at < length) {
        const end = chunk.subarray(0, length).indexOf(LINE_FEED, at);
        if (end < 0) break;
        line += 1;
        at = end + 1;
      }
      if (line < number) continue;
      for (; at < length; at++) {
        const byte = chunk[at] ?? LINE_FEED;
        if (byte === LINE_FEED || found.length === longest)
          return textOf(found);
        found.push(byte);
      }
    }
  } finally {
    closeSync(handle);
  }
}

const textOf = (bytes: readonly number[]): string =>
  new TextDecoder().decode(Uint8Array.from(bytes)).replace(/\r$/, "");
