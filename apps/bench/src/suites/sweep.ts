import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inTurns } from "../in-turns.ts";
import {
  loadsOf,
  loops,
  pinned,
  pinsCores,
  runsAlone,
  sweeping,
} from "../sweep-contenders.ts";
import {
  coresOfOthers,
  cpuMsPerPoint,
  lastSeconds,
  secondsAfter,
  type Course,
} from "../sweep-course.ts";
import type { BenchOptions, Row, Suite } from "../suite.ts";

/** A small fabric, simulated for at most so long. */
const scenarioOf = (
  maxTime: string,
): string => `topology: { kind: fat-tree, ports: 4, levels: 2 }
addressing: multiple-lid
routing: cyclic
switch: relay
traffic: { kind: poisson, load: 0.3, size: 256B, pattern: uniform }
metrics: [latency, throughput]
measure: { warmup: 5us, maxTime: ${maxTime} }
seed: 1
`;

/** Runs of some milliseconds: 10,000 of them take less than a minute of one core. */
const SMALL = "1ms";
/** Runs of a third of a millisecond: what the sweep adds is not lost in them. */
const TINY = "20us";

/**
 * What a sweep costs beside its runs, and what a second core brings.
 *
 * Contenders do the same points by turns of half a second (`in-turns.ts`), because the machine's speed changes by more, for minutes, than what is asked here: the sweep with one worker on
 * one core; the sweep with two workers on two; two sweeps of half the points each, with a worker and a core each; plain loops; the runs alone, without a sweep, on one core.
 *
 * Overhead is CPU time of all threads a point in the steady part, without that of the same runs alone. Tiny runs show it best.
 *
 * Perfect scaling on two cores is twice the speed of one core. So what two workers are measured against is kept on one core (taskset): a sweep with one worker that may use two
 * lets the second one compile and collect garbage for it, and "one core" would be one and a bit. Both commands are the whole thing, from their start to their end: plan, start of the workers,
 * compiling (which each worker does for itself), files, summary. The ratio of the steady part leaves out the first tenth of the points for one worker, and as many for each of two.
 *
 * The target of that ratio is about runs of some milliseconds, the shortest that anybody sweeps for their results: what takes the same time however many cores there are, the start and compiling, is
 * then less than a tenth of the whole. Of 10,000 tiny runs, which two workers do in some five seconds, it is a quarter and more, so that 0.9 would be out of reach with steady parts of 1; their ratio stands beside, without a target, for
 * what it tells of the start.
 *
 * With it stands what the machine gives. Two separate sweeps share nothing but the machine. Two plain loops of arithmetic do not even share memory: where they stay below 1, the machine's
 * two cores are not two (hardware threads of one core, or a neighbour's work on them), and nothing can come to twice the speed of one. "Cores in others' use" tells of other
 * processes of this machine; its neighbours it cannot tell.
 */
export const sweep: Suite = {
  name: "sweep",
  summary:
    "fabriclab sweep of tiny and of small runs: time per point beside the runs alone, and two workers on two cores against one on one",
  async *run({ quick }: BenchOptions) {
    const points = quick ? 2000 : 10_000;
    yield await inFolder(async (folder) => {
      const { scenario, loads, where, sweeps } = at(folder, TINY, points);
      const { contender: alone, result } = runsAlone(
        scenario,
        loads,
        where("runs"),
      );
      const courses = await inTurns([...sweeps, alone]);
      const { cpuMsPerRun } = await result();
      const [one = []] = courses;
      return {
        suite: "sweep",
        name: `${String(points)} tiny points`,
        figures: {
          "cpu ms/run alone": cpuMsPerRun,
          "overhead cpu ms/point":
            cpuMsPerPoint(one, points / 10) - cpuMsPerRun,
          ...scalingOf(courses, points),
        },
        targets: [{ figure: "overhead cpu ms/point", atMost: 2 }],
        ...noteOf(courses),
      };
    });
    yield await inFolder(async (folder) => {
      const { where, sweeps } = at(folder, SMALL, points);
      const courses = await inTurns([
        ...sweeps,
        loops(1, points, where("loop")),
        loops(2, points, where("loops")),
      ]);
      const [one = [], , , loop = [], both = []] = courses;
      return {
        suite: "sweep",
        name: `${String(points)} points of milliseconds`,
        figures: {
          "cpu ms/point, 1 core": cpuMsPerPoint(one, points / 10),
          ...scalingOf(courses, points),
          "2 loops / perfect": lastSeconds(loop) / (2 * lastSeconds(both)),
        },
        targets: [{ figure: "2 workers / perfect", atLeast: 0.9 }],
        ...noteOf(courses),
      };
    });
  },
};

async function inFolder(act: (folder: string) => Promise<Row>): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), "fabriclab-sweep-"));
  try {
    return await act(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A scenario in a folder, and three ways to sweep it: one worker on one core, two on two, and two commands with a core each. */
function at(folder: string, maxTime: string, points: number) {
  const where = (name: string): string => join(folder, name);
  const scenario = where("small.yaml");
  writeFileSync(scenario, scenarioOf(maxTime));
  const loads = loadsOf(points);
  const halves = [0, 1].map((half) => loads.filter((_, i) => i % 2 === half));
  const sweeps = [
    sweeping("one", [
      { scenario, loads, out: where("one"), jobs: 1, before: pinned(0) },
    ]),
    sweeping("two", [{ scenario, loads, out: where("two"), jobs: 2 }]),
    sweeping(
      "apart",
      halves.map((half, core) => ({
        ...{ scenario, loads: half, out: where(`apart${String(core)}`) },
        ...{ jobs: 1, before: pinned(core) },
      })),
    ),
  ];
  return { scenario, loads, where, sweeps };
}

/** Speeds of the three ways, and what two cores bring of twice the speed of one. */
function scalingOf(
  [one = [], two = [], apart = []]: readonly Course[],
  points: number,
): Record<string, number> {
  const few = points / 10;
  const steady = (course: Course, workers: number): number =>
    (points - workers * few) / secondsAfter(course, workers * few);
  const whole = (course: Course): number => points / lastSeconds(course);
  return {
    "points/s, 1 core": whole(one),
    "points/s, 2 workers on 2": whole(two),
    "2 workers / perfect": whole(two) / (2 * whole(one)),
    "2 workers / perfect, steady": steady(two, 2) / (2 * steady(one, 1)),
    "2 processes / perfect": whole(apart) / (2 * whole(one)),
    "2 processes / perfect, steady": steady(apart, 2) / (2 * steady(one, 1)),
    "cores in others' use": othersBeside([one, two, apart]),
  };
}

const othersBeside = (courses: readonly Course[]): number =>
  Math.max(...courses.map(coresOfOthers));

/** Cores in others' use above which two workers have not had two. */
const BUSY = 0.1;

/** What a reader of the figures must know. */
function noteOf(courses: readonly Course[]): { readonly note?: string } {
  const others = othersBeside(courses.slice(0, 3));
  const notes = [
    ...(pinsCores
      ? []
      : [
          "no taskset here: one worker was not kept on one core, and perfect is more than twice one core",
        ]),
    ...(others > BUSY
      ? ["other processes were busy: the scaling is that of fewer than 2 cores"]
      : []),
  ];
  return notes.length === 0 ? {} : { note: notes.join("; ") };
}
