/** One part of the run of late-births.test.ts. */
import { parentPort, workerData } from "node:worker_threads";
import { createBarrier, createPart } from "../src/index.ts";
import { lateConfig } from "./late-runs.ts";
import { show } from "./random-parts.ts";

const { part, partOf, mailboxes, flags, ticks } = workerData as {
  part: number;
  partOf: Uint8Array;
  mailboxes: Int32Array[];
  flags: Int32Array;
  ticks: number;
};
const network = createPart(
  { ...lateConfig(), partition: { partOf, part } },
  { mailboxes, barrier: createBarrier(flags, part, mailboxes.length) },
);
parentPort!.postMessage(show(network, ticks));
