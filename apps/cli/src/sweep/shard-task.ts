import { basename } from "node:path";
import { performance } from "node:perf_hooks";
import { BroadcastChannel } from "node:worker_threads";
import type { RunFigures } from "@fabriclab/experiment-sweep";
import {
  openJournal,
  shardStore,
  type RunRecord,
} from "@fabriclab/experiment-store";
import { FabricError, nearest, type ErrorPlace } from "@fabriclab/spec";
import { blamePlugin } from "../plugin-calls.ts";
import { PointRunner } from "./point-runner.ts";
import { figuresOf, type ShardInput, type ShardRun } from "./shard-input.ts";

/** Finished runs are told this often. */
const TELL_MS = 100;
/** A shard that took longer is not to be lost to a loss of power; waiting for the disk takes some milliseconds. */
const WORTH_MS = 1000;

/** Of this thread: what one shard has read, the next one need not read again. */
let runner: PointRunner | undefined;

/**
 * Computes a shard: runs what its journal does not hold, and puts its file into its place. Called in a thread, or by a task of a cluster.
 *
 * @throws FabricError `E_STORE_UNWRITABLE`, `E_SWEEP_METRIC`, `E_SWEEP_REQUIRE`; what a run throws is recorded, and the others go on
 */
export async function run(input: ShardInput): Promise<readonly RunFigures[]> {
  const { folder, about, metric, shard, channel } = input;
  if (runner?.isFor(input) !== true) runner = new PointRunner(input);
  const journal = await openJournal(folder, shard.key);
  const out = channel === undefined ? undefined : new BroadcastChannel(channel);
  const resumed = journal.finished.size > 0;
  const records: RunRecord[] = [];
  const figures: RunFigures[] = [];
  let untold: RunFigures[] = [];
  const began = performance.now();
  let next = began + TELL_MS;
  try {
    for (const one of shard.runs) {
      const kept = journal.finished.get(one.key);
      const record = kept ?? (await recordOf(runner, one, input));
      if (input.needsMetric) checkMetric(record, metric);
      const told = figuresOf(record, input);
      if (kept === undefined) journal.append(record);
      records.push(record);
      figures.push(told);
      if (out === undefined) continue;
      untold.push(told);
      if (performance.now() < next) continue;
      out.postMessage(untold);
      untold = [];
      next = performance.now() + TELL_MS;
    }
    // Runs of the journal took a time of which nothing is known here, and the journal goes when the file is there.
    const lasting = resumed || performance.now() - began > WORTH_MS;
    await shardStore(folder).put(shard.key, about, records, lasting);
  } finally {
    journal.close();
    out?.close();
  }
  return figures;
}

function checkMetric({ metrics }: RunRecord, name: string): void {
  if (metrics === undefined || name in metrics) return;
  const close = nearest(name, Object.keys(metrics));
  throw new FabricError({
    code: "E_SWEEP_METRIC",
    message: "the scenario has no result of that name",
    where: { path: "sweep.metric" },
    got: name,
    expected: `one of ${Object.keys(metrics).join(", ")}`,
    ...(close === undefined ? {} : { hint: `did you mean ${close}?` }),
  });
}

async function recordOf(
  runner: PointRunner,
  run: ShardRun,
  { modules, shard: { poisoned } }: ShardInput,
): Promise<RunRecord> {
  const { key, point, stage, seed, levels } = run;
  const which = { key, point, stage, seed, factors: levels };
  const why = poisoned[key];
  if (why !== undefined) return { ...which, status: "failed", error: why };
  try {
    return { ...which, ...(await runner.run(run)) };
  } catch (error) {
    const words = wordsOf(blamePlugin(modules, error));
    return { ...which, status: "failed", error: words };
  }
}

/** What of a place a reader of the results can use, who has the scenario but perhaps not its folder. */
const placeOf = ({ path, line }: ErrorPlace): string =>
  [
    ...(path === undefined ? [] : [`, at ${path}`]),
    ...(line === undefined ? [] : [`, line ${line}`]),
  ].join("");

/** Not a line of the scenario, as all others are. */
const placeInPlugin = ({ file, line }: ErrorPlace): string =>
  file === undefined ? "" : `, ${basename(file)}:${line ?? ""}`;

/** An error in a line, with the code by which `fabriclab explain` knows it, and the key of the scenario that is to blame. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, got } = error as { code?: unknown; got?: unknown };
  return [
    typeof code === "string" ? `${code}: ` : "",
    error.message,
    typeof got === "string" ? ` (${got})` : "",
    !FabricError.is(error)
      ? ""
      : error.code === "E_CLI_PLUGIN_THREW"
        ? placeInPlugin(error.where)
        : placeOf(error.where),
  ].join("");
}
