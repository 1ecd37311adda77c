import { closeSync, openSync, readSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { GUNZIP, type GunzipStart } from "./gunzip-shared.ts";

const CHUNK_BYTES = 2 ** 20;
/** Why at all: a thread that cannot start would be waited for without end. */
const PATIENCE_MS = 60_000;

/**
 * The bytes of a file, a megabyte at a time, for files that are longer than a string may be. A file whose name ends in `.gz` is unpacked on the way.
 *
 * Every chunk is overwritten by the next.
 */
export function* fileChunks(file: string): Generator<Uint8Array> {
  const descriptor = openSync(file, "r");
  try {
    if (file.endsWith(".gz")) {
      yield* unpacked(file);
      return;
    }
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

/** Why in a thread: zlib unpacks piece by piece only without being waited for, and readers wait. */
function* unpacked(file: string): Generator<Uint8Array> {
  const start: GunzipStart = {
    file,
    state: new Int32Array(new SharedArrayBuffer(8)),
    bytes: new Uint8Array(new SharedArrayBuffer(CHUNK_BYTES)),
  };
  const { state, bytes } = start;
  const name = import.meta.url.endsWith(".ts")
    ? "./gunzip-thread.ts"
    : "./gunzip-thread.js";
  const worker = new Worker(new URL(name, import.meta.url), {
    workerData: start,
  });
  const chunk = new Uint8Array(CHUNK_BYTES);
  try {
    for (;;) {
      if (
        Atomics.wait(state, GUNZIP.word, GUNZIP.empty, PATIENCE_MS) ===
        "timed-out"
      )
        throw new Error(
          `nothing was unpacked for ${PATIENCE_MS / 1000} seconds`,
        );
      const word = Atomics.load(state, GUNZIP.word);
      const length = state[GUNZIP.length] ?? 0;
      chunk.set(bytes.subarray(0, length));
      if (word === GUNZIP.end) return;
      if (word === GUNZIP.failed)
        throw new Error(new TextDecoder().decode(chunk.subarray(0, length)));
      Atomics.store(state, GUNZIP.word, GUNZIP.empty);
      Atomics.notify(state, GUNZIP.word);
      yield chunk.subarray(0, length);
    }
  } finally {
    void worker.terminate();
  }
}
