import { parentPort, workerData } from "node:worker_threads";
import { createBarrier, createPart } from "../src/index.ts";
import { meshConfig, runToEnd, type MeshRun } from "./mesh-run.ts";

const { run, part, partOf, mailboxes, flags } = workerData as {
  run: MeshRun;
  part: number;
  partOf: Uint8Array;
  mailboxes: Int32Array[];
  flags: Int32Array;
};
const network = createPart(
  { ...meshConfig(run), partition: { partOf, part } },
  { mailboxes, barrier: createBarrier(flags, part, mailboxes.length) },
);
parentPort!.postMessage(runToEnd(network, run));
