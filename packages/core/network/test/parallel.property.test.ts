import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { barrierWords, createNetwork, mailboxWords } from "../src/index.ts";
import type { PartTask } from "./random-parts-worker.ts";
import { show, splitRun, together, type Shown } from "./random-parts.ts";

// Worker threads run the sources as they stand, which needs a node that strips types.
const strips = (process.features as { typescript?: unknown }).typescript;

const shared = (words: number): Int32Array =>
  new Int32Array(new SharedArrayBuffer(4 * words));

function task(seed: number): PartTask {
  const { config, partOf, parts } = splitRun(seed)!;
  return {
    seed,
    mailboxes: Array.from({ length: parts }, () =>
      shared(mailboxWords(config, partOf)),
    ),
    flags: shared(barrierWords(parts)),
  };
}

/** Runs the seeds on so many threads: result by part and seed. */
function runAll(
  seeds: readonly number[],
  parts: number,
): Promise<readonly (readonly (Shown | undefined)[])[]> {
  const tasks = seeds.map(task);
  return Promise.all(
    Array.from(
      { length: parts },
      (_, part) =>
        new Promise<readonly (Shown | undefined)[]>((resolve, reject) => {
          const worker = new Worker(
            new URL("./random-parts-worker.ts", import.meta.url),
            {
              execArgv: [
                "--conditions=fabriclab-source",
                "--disable-warning=ExperimentalWarning",
              ],
              workerData: { part, tasks },
            },
          );
          worker.once("message", resolve);
          worker.once("error", reject);
        }),
    ),
  );
}

describe.skipIf(strips === false || strips === undefined)(
  "random runs split over threads",
  () => {
    // The parts of a checked run assert that no message comes too late for its window.
    it.each([2, 3])(
      "show what one thread shows, to the record and the number of events: %i parts",
      async (parts) => {
        const seeds = Array.from({ length: 60 }, (_, seed) => seed).filter(
          (seed) => splitRun(seed)?.parts === parts,
        );
        expect(seeds.length).toBeGreaterThan(10);
        const results = await runAll(seeds, parts);
        let delivered = 0;
        let refused = 0;
        seeds.forEach((seed, at) => {
          const { config, ticks } = splitRun(seed)!;
          const shown = results.flatMap((part) => part[at] ?? []);
          // A part that is refused stops the others, unless they have ended.
          if (shown.length < parts) {
            refused++;
            return;
          }
          const one = together([show(createNetwork(config), ticks)]);
          delivered += one.delivered;
          expect(together(shown), `seed ${seed}`).toEqual(one);
        });
        expect(refused).toBeLessThan(seeds.length / 4);
        expect(delivered).toBeGreaterThan(100 * seeds.length);
      },
    );
  },
);
