/**
 * One process: runs one and the same replication on so many worker threads at a time and prints what it took. Argument: JSON of
 * `ReplicationsPoint`.
 *
 * As a module it is what the threads run.
 */
import { isMainThread } from "node:worker_threads";
import type { Json } from "@fabriclab/spec";
import { runTasks } from "@fabriclab/experiment-executor-local";
import { runExperiment } from "@fabriclab/sim";
import { experiment, type ThreadsPoint } from "./threads.ts";

export interface ReplicationsPoint extends ThreadsPoint {
  /** Replications, and threads to run them on. */
  readonly count: number;
}

export interface ReplicationsFigures {
  /** From the first thread's start of simulation to the last one's end. */
  readonly seconds: number;
  readonly hops: number;
}

interface Done {
  readonly start: number;
  readonly end: number;
  readonly hops: number;
}

/** One replication. Times are the machine's, since threads have clocks of their own. */
export async function run(input: Json): Promise<Json> {
  const { point, seed } = input as unknown as {
    point: ThreadsPoint;
    seed: number;
  };
  const now = (): number => performance.timeOrigin + performance.now();
  const start = now();
  const { packetHops } = await runExperiment({ ...experiment(point), seed });
  return { start, end: now(), hops: packetHops } satisfies Done;
}

async function measure(point: ReplicationsPoint): Promise<ReplicationsFigures> {
  const outcomes = await runTasks({
    module: new URL(import.meta.url),
    workers: point.count,
    tasks: Array.from({ length: point.count }, (_, seed) => ({
      key: String(seed),
      label: `seed ${String(seed)}`,
      input: { point: { ...point }, seed },
    })),
  });
  const done = outcomes.map((outcome) => {
    if (outcome.status !== "done") throw new Error(JSON.stringify(outcome));
    return outcome.value as unknown as Done;
  });
  return {
    seconds:
      (Math.max(...done.map(({ end }) => end)) -
        Math.min(...done.map(({ start }) => start))) /
      1000,
    hops: done.reduce((sum, { hops }) => sum + hops, 0),
  };
}

const argument = process.argv[2];
if (argument !== undefined && isMainThread && import.meta.main) {
  const figures = await measure(JSON.parse(argument) as ReplicationsPoint);
  process.stdout.write(JSON.stringify(figures));
}
