/**
 * One process: two threads tell each other a word in turns, and what it takes is printed. Argument: JSON of `RoundTripPoint`.
 *
 * Two threads of one run have to tell each other once per window, of some microseconds, what crosses between their parts: how long a word takes from one core to
 * the other, which is the machine's, bounds what two threads can gain.
 */
import { isMainThread, Worker, workerData } from "node:worker_threads";

export interface RoundTripPoint {
  /** Times there and back that are measured, after a tenth as many that are not. */
  readonly turns: number;
}

export interface RoundTripFigures {
  /** Seconds of one there and back, the quickest of ten stretches. */
  readonly seconds: number;
}

/** Words apart, so that no cache line holds both. */
const APART = 64;

function answer(words: Int32Array, turns: number): void {
  for (let turn = 1; turn <= turns; turn++) {
    while (Atomics.load(words, 0) < turn);
    Atomics.store(words, APART, turn);
  }
}

function ask(words: Int32Array, from: number, to: number): number {
  const started = performance.now();
  for (let turn = from; turn < to; turn++) {
    Atomics.store(words, 0, turn);
    while (Atomics.load(words, APART) < turn);
  }
  return (performance.now() - started) / 1000 / (to - from);
}

function measure({ turns }: RoundTripPoint): RoundTripFigures {
  const words = new Int32Array(new SharedArrayBuffer(8 * APART));
  const stretch = Math.ceil(turns / 10);
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { words, turns: 11 * stretch },
  });
  worker.unref();
  const took = Array.from({ length: 11 }, (_, at) =>
    ask(words, 1 + at * stretch, 1 + (at + 1) * stretch),
  );
  return { seconds: Math.min(...took.slice(1)) };
}

const argument = process.argv[2];
if (!isMainThread) {
  const { words, turns } = workerData as { words: Int32Array; turns: number };
  answer(words, turns);
} else if (argument !== undefined) {
  const figures = measure(JSON.parse(argument) as RoundTripPoint);
  process.stdout.write(JSON.stringify(figures));
}
