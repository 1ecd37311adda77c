import { Worker } from "node:worker_threads";
import { splitInOrder } from "../src/split-in-order.ts";
import { barrierWords, mailboxWords } from "../src/index.ts";
import { meshConfig, type MeshRun, type MeshSums } from "./mesh-run.ts";

/** Runs a mesh on `parts` worker threads; returns the sums over the parts. */
export async function runOnThreads(
  run: MeshRun,
  parts: number,
): Promise<MeshSums> {
  const config = meshConfig(run);
  const partOf = splitInOrder(config, parts);
  const shared = (words: number): Int32Array =>
    new Int32Array(new SharedArrayBuffer(4 * words));
  const mailboxes = Array.from({ length: parts }, () =>
    shared(mailboxWords(config, partOf)),
  );
  const flags = shared(barrierWords(parts));
  const results = await Promise.all(
    mailboxes.map(
      (_, part) =>
        new Promise<MeshSums>((resolve, reject) => {
          const worker = new Worker(
            new URL("./part-worker.ts", import.meta.url),
            {
              execArgv: [
                "--conditions=fabriclab-source",
                "--disable-warning=ExperimentalWarning",
              ],
              workerData: { run, part, partOf, mailboxes, flags },
            },
          );
          worker.once("message", resolve);
          worker.once("error", reject);
        }),
    ),
  );
  const sum = (of: (sums: MeshSums) => number): number =>
    results.reduce((total, sums) => total + of(sums), 0);
  return {
    hops: sum((s) => s.hops),
    delivered: sum((s) => s.delivered),
    injected: sum((s) => s.injected),
    latency: sum((s) => s.latency),
    longest: Math.max(...results.map((s) => s.longest)),
    busy: sum((s) => s.busy),
    timedHops: sum((s) => s.timedHops),
    milliseconds: Math.max(...results.map((s) => s.milliseconds)),
  };
}
