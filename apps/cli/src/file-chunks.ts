import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const CHUNK_BYTES = 2 ** 20;

/**
 * The bytes of a file, a megabyte at a time, for files that are longer than a string may be. A file whose name ends in `.gz` is unpacked, in
 * memory and whole.
 *
 * Every chunk is overwritten by the next.
 */
export function* fileChunks(file: string): Generator<Uint8Array> {
  if (file.endsWith(".gz")) {
    yield gunzipSync(readFileSync(file));
    return;
  }
  const descriptor = openSync(file, "r");
  try {
    const chunk = new Uint8Array(CHUNK_BYTES);
    for (;;) {
      const length = readSync(descriptor, chunk);
      if (length === 0) return;
      yield chunk.subarray(0, length);
    }
  } finally {
    closeSync(descriptor);
  }
}
