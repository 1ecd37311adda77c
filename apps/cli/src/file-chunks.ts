import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { FabricError } from "@fabriclab/spec";
import { GUNZIP, type GunzipStart } from "./gunzip-shared.ts";

const CHUNK_BYTES = 2 ** 20;
/** What any packed file may unpack to. */
const FREE_BYTES = 512 * 2 ** 20;
/** Dumps of tables pack to a tenth or a thirtieth; what gzip can do at most is 1032. */
const MOST_TIMES = 200;
/** Why at all: a thread that cannot start would be waited for without end. */
const PATIENCE_MS = 60_000;

/**
 * The bytes of a file, a megabyte at a time, for files that are longer than a string may be. A file whose name ends in `.gz` is unpacked on the way.
 *
 * Every chunk is overwritten by the next.
 *
 * @param free bytes that any packed file may unpack to; beyond them, 200 times its size
 * @throws the system's errors; FabricError `E_CLI_FILE_TOO_LARGE` for a packed file that unpacks to more than any dump does
 */
export function* fileChunks(
  file: string,
  free = FREE_BYTES,
): Generator<Uint8Array> {
  const descriptor = openSync(file, "r");
  try {
    if (file.endsWith(".gz")) {
      const most = Math.max(free, MOST_TIMES * fstatSync(descriptor).size);
      let bytes = 0;
      for (const chunk of unpacked(file)) {
        bytes += chunk.length;
        if (bytes > most) throw tooLarge(file, most);
        yield chunk;
      }
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

const tooLarge = (file: string, most: number): FabricError =>
  new FabricError({
    code: "E_CLI_FILE_TOO_LARGE",
    message: `The file ${file} is too large once it is unpacked.`,
    where: { file },
    got: `more than ${Math.round(most / 2 ** 20)} MiB`,
    expected: `at most ${FREE_BYTES / 2 ** 20} MiB, or ${MOST_TIMES} times its packed size`,
    hint: "A small packed file that unpacks to so much is damaged, or made to do harm.",
  });

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
