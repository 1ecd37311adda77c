import { cpus } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { measuredScript } from "../child.ts";
import type {
  ReplicationsFigures,
  ReplicationsPoint,
} from "../points/replications.ts";
import type { RoundTripFigures, RoundTripPoint } from "../points/round-trip.ts";
import type { ThreadsFigures, ThreadsPoint } from "../points/threads.ts";
import { median, type BenchOptions, type Row, type Suite } from "../suite.ts";

const one = new URL("../points/threads.ts", import.meta.url);
const many = new URL("../points/replications.ts", import.meta.url);
const word = new URL("../points/round-trip.ts", import.meta.url);

/** Milliseconds of all processors since the machine started. */
function processorTimes(): { readonly idle: number; readonly all: number } {
  let [idle, all] = [0, 0];
  for (const { times } of cpus()) {
    idle += times.idle;
    for (const time of Object.values(times)) all += time;
  }
  return { idle, all };
}

/**
 * Two threads need two cores of their own: says when others used some just before. Why not the machine's load: that is of the last minute, and so of this
 * bench's own runs.
 */
async function busyNote(): Promise<{ readonly note?: string }> {
  const before = processorTimes();
  await pause(500);
  const after = processorTimes();
  const busy = 1 - (after.idle - before.idle) / (after.all - before.all);
  return busy >= 0.1
    ? {
        note: `the machine was busy before: ${(100 * busy).toFixed(0)} % of its processors`,
      }
    : {};
}

/**
 * @param large the run that the target is about: starting and compiling, which take about half a second longer on two threads, are little beside it
 */
async function pair(
  point: Omit<ThreadsPoint, "threads">,
  rounds: number,
  large = false,
): Promise<Row> {
  const ones: ThreadsFigures[] = [];
  const twos: ThreadsFigures[] = [];
  const busy = await busyNote();
  for (let round = 0; round < rounds; round += 1) {
    ones.push(await measuredScript(one, { ...point, threads: 1 }));
    twos.push(await measuredScript(one, { ...point, threads: 2 }));
  }
  const results = new Set([...ones, ...twos].map(({ result }) => result));
  if (results.size !== 1)
    throw new Error("two threads do not give the result of one");
  const ns = (runs: readonly ThreadsFigures[]): number =>
    median(runs.map(({ seconds, hops }) => (1e9 * seconds) / hops));
  const { K, bytes, load, microseconds } = point;
  return {
    suite: "threads",
    name: `${String(K)}x${String(K)} mesh ${String(bytes)} B load ${String(load)}, ${String(microseconds / 1000)} ms`,
    figures: {
      "ns/hop, 1 thread": ns(ones),
      "ns/hop, 2 threads": ns(twos),
      speedup: median(
        ones.map(({ seconds }, i) => seconds / (twos[i]?.seconds ?? NaN)),
      ),
      "start ms, 2 threads": median(
        twos.map(({ startSeconds }) => 1000 * startSeconds),
      ),
    },
    ...(large ? { targets: [{ figure: "speedup", atLeast: 1.4 }] } : {}),
    ...busy,
  };
}

/** One run on two threads against one, and two runs side by side against one after the other. */
export const threads: Suite = {
  name: "threads",
  summary:
    "a run on two threads against one (equal results demanded), and two replications side by side; wall time",
  async *run({ quick, rounds }: BenchOptions) {
    const { seconds }: RoundTripFigures = await measuredScript(word, {
      turns: 200_000,
    } satisfies RoundTripPoint);
    yield {
      suite: "threads",
      name: "a word to the other core and back",
      figures: { "round trip ns": 1e9 * seconds },
    };
    const microseconds = quick ? 20_000 : 100_000;
    const long = 4 * microseconds;
    const turns = quick ? 1 : rounds;
    const mesh = { K: 16, bytes: 256, load: 0.15 };
    yield await pair({ ...mesh, microseconds: long }, turns, !quick);
    yield await pair({ ...mesh, microseconds }, turns);
    yield await pair(
      { K: 16, bytes: 32, load: 0.15, microseconds: microseconds / 5 },
      turns,
    );
    if (!quick) {
      yield await pair(
        { K: 32, bytes: 256, load: 0.08, microseconds: microseconds / 4 },
        turns,
      );
    }
    const busy = await busyNote();
    const ratios: number[] = [];
    for (let round = 0; round < turns; round += 1) {
      const point = { ...mesh, microseconds: long, threads: 1 };
      const single: ReplicationsFigures = await measuredScript(many, {
        ...point,
        count: 1,
      } satisfies ReplicationsPoint);
      const double: ReplicationsFigures = await measuredScript(many, {
        ...point,
        count: 2,
      } satisfies ReplicationsPoint);
      ratios.push((2 * single.seconds) / double.seconds);
    }
    yield {
      suite: "threads",
      name: "two replications on two threads",
      figures: { speedup: median(ratios) },
      // Of quick runs, starting and compiling are too large a part.
      ...(quick ? {} : { targets: [{ figure: "speedup", atLeast: 1.8 }] }),
      ...busy,
    };
  },
};
