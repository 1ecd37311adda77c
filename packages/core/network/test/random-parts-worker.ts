/** One part of each of several random runs, one after another. */
import { parentPort, workerData } from "node:worker_threads";
import { createBarrier, createPart } from "../src/index.ts";
import { show, splitRun, type Shown } from "./random-parts.ts";

export interface PartTask {
  readonly seed: number;
  readonly mailboxes: readonly Int32Array[];
  readonly flags: Int32Array;
}

const { part, tasks } = workerData as {
  part: number;
  tasks: readonly PartTask[];
};
/** Undefined where the parts refuse the run: see `late` in discard.ts. */
const results: (Shown | undefined)[] = [];
for (const { seed, mailboxes, flags } of tasks) {
  const { config, partOf, ticks } = splitRun(seed)!;
  const network = createPart(
    { ...config, partition: { partOf, part } },
    { mailboxes, barrier: createBarrier(flags, part, mailboxes.length) },
  );
  try {
    results.push(show(network, ticks));
  } catch (error) {
    // The others would wait for two minutes.
    Atomics.store(flags, flags.length - 1, 1);
    const { code } = error as { readonly code?: string };
    if (code !== "E_NETWORK_PARTITION" && code !== "E_NETWORK_PART_LOST")
      throw new Error(`seed ${seed}, part ${part}`, { cause: error });
    results.push(undefined);
  }
}
parentPort!.postMessage(results);
