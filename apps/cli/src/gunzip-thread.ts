import { createReadStream } from "node:fs";
import { workerData } from "node:worker_threads";
import { createGunzip } from "node:zlib";
import { GUNZIP, type GunzipStart } from "./gunzip-shared.ts";

// A thread that unpacks a file into memory that it shares with another, a piece at a time.
const { file, state, bytes } = workerData as GunzipStart;

// Why pieces as large as the shared memory: each costs two changes of threads, which on a busy machine take longer than its unpacking.
const unpacked = createGunzip({ chunkSize: bytes.length });

function hand(word: number, length: number): void {
  state[GUNZIP.length] = length;
  state[GUNZIP.packed] = Math.ceil(unpacked.bytesWritten / 1024);
  Atomics.store(state, GUNZIP.word, word);
  Atomics.notify(state, GUNZIP.word);
  Atomics.wait(state, GUNZIP.word, word);
}

try {
  createReadStream(file)
    .on("error", (error) => unpacked.destroy(error))
    .pipe(unpacked);
  for await (const chunk of unpacked as AsyncIterable<Uint8Array>) {
    for (let at = 0; at < chunk.length; at += bytes.length) {
      const part = chunk.subarray(at, at + bytes.length);
      bytes.set(part);
      hand(GUNZIP.full, part.length);
    }
  }
  hand(GUNZIP.end, 0);
} catch (error) {
  const said = new TextEncoder().encode(
    error instanceof Error ? error.message : String(error),
  );
  bytes.set(said);
  hand(GUNZIP.failed, said.length);
}
