import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { gunzipSync } from "node:zlib";
import { MOST_UNPACKED, mostUnpackedBytes } from "@fabriclab/reading";
import { FabricError } from "@fabriclab/spec";
import { deviceLimit } from "./device-limit.ts";
import { GUNZIP, type GunzipStart } from "./gunzip-shared.ts";
import { readingProgress } from "./reading-progress.ts";

const CHUNK_BYTES = 2 ** 20;
/** Most bytes of a packed file, and of what it unpacks to, that are unpacked at once. */
const AT_ONCE_PACKED = 2 ** 20;
const AT_ONCE = 2 ** 24;
/** Why at all: a thread that cannot start would be waited for without end. */
const PATIENCE_MS = 60_000;

/**
 * The bytes of a file, a megabyte at a time, for files that are longer than a string may be. A file whose name ends in `.gz` is unpacked on the way.
 *
 * Every chunk is overwritten by the next. What takes long is told on stderr.
 *
 * @throws the system's errors; FabricError `E_CLI_FILE_TOO_LARGE` for a packed file that unpacks to more than any dump does, as soon as that shows
 */
export function* fileChunks(file: string): Generator<Uint8Array> {
  const descriptor = openSync(file, "r");
  const line = readingProgress(file);
  try {
    const stats = fstatSync(descriptor);
    const { size } = stats;
    let bytes = 0;
    /** @param from bytes of the file that have been read for these */
    const counted = (chunk: Uint8Array, from?: number): Uint8Array => {
      bytes += chunk.length;
      line?.update({
        ...(size > 0 ? { fraction: (from ?? bytes) / size } : {}),
        note: `${Math.round(bytes / 2 ** 20)} MiB${from === undefined ? "" : " unpacked"}`,
      });
      return chunk;
    };
    if (file.endsWith(".gz")) {
      const all =
        stats.isFile() && size <= AT_ONCE_PACKED
          ? unpackedAtOnce(descriptor, size)
          : undefined;
      if (all !== undefined) {
        for (let at = 0; at < all.length; at += CHUNK_BYTES)
          yield counted(all.subarray(at, at + CHUNK_BYTES), size);
        return;
      }
      for (const { chunk, packed } of unpacked(file)) {
        const some = counted(chunk, packed);
        if (bytes > mostUnpackedBytes(packed))
          throw tooLarge(file, bytes, packed);
        yield some;
      }
      return;
    }
    const bounded = deviceLimit(descriptor);
    const chunk = new Uint8Array(CHUNK_BYTES);
    for (;;) {
      const length = readSync(descriptor, chunk);
      if (length === 0) return;
      bounded(bytes + length);
      yield counted(chunk.subarray(0, length));
    }
  } finally {
    line?.end();
    closeSync(descriptor);
  }
}

const tooLarge = (file: string, bytes: number, packed: number): FabricError =>
  new FabricError({
    code: "E_CLI_FILE_TOO_LARGE",
    message: `The file ${file} is too large once it is unpacked.`,
    where: { file },
    got: `${Math.round(bytes / 2 ** 20)} MiB out of its first ${Math.ceil(packed / 1024)} KiB, and more`,
    expected: MOST_UNPACKED,
    hint: "a small packed file that unpacks to so much is damaged, or made to do harm",
  });

/**
 * Why: to start a thread takes longer than to unpack most dumps.
 *
 * @returns undefined where it is too much, or damaged: then the thread tells what is wrong
 */
function unpackedAtOnce(
  descriptor: number,
  size: number,
): Uint8Array | undefined {
  const packed = new Uint8Array(size);
  const length = readSync(descriptor, packed, 0, size, 0);
  try {
    return gunzipSync(packed.subarray(0, length), {
      maxOutputLength: AT_ONCE,
    });
  } catch {
    return undefined;
  }
}

/** Why in a thread: zlib unpacks piece by piece only without being waited for, and readers wait. */
function* unpacked(
  file: string,
): Generator<{ readonly chunk: Uint8Array; readonly packed: number }> {
  const start: GunzipStart = {
    file,
    state: new Int32Array(new SharedArrayBuffer(12)),
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
      const packed = 1024 * (state[GUNZIP.packed] ?? 0);
      chunk.set(bytes.subarray(0, length));
      if (word === GUNZIP.end) return;
      if (word === GUNZIP.failed)
        throw new Error(new TextDecoder().decode(chunk.subarray(0, length)));
      Atomics.store(state, GUNZIP.word, GUNZIP.empty);
      Atomics.notify(state, GUNZIP.word);
      yield { chunk: chunk.subarray(0, length), packed };
    }
  } finally {
    void worker.terminate();
  }
}
