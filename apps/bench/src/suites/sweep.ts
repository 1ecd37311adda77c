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

/** Runs of some milliseconds: what the sweep adds is not lost in them. */
const SCENARIO = `topology: { kind: fat-tree, ports: 4, levels: 2 }
addressing: multiple-lid
routing: cyclic
switch: relay
traffic: { kind: poisson, load: 0.3, size: 256B, pattern: uniform }
metrics: [latency, throughput]
measure: { warmup: 5us, maxTime: 20us }
seed: 1
`;

/**
 * What a sweep costs beside its runs, and what a second core brings.
 *
 * Contenders do the same points by turns of half a second (`in-turns.ts`), because the machine's speed changes by more, for minutes, than what is asked here: the sweep with one worker on
 * one core; the sweep with two workers on two; two sweeps of half the points each, with a worker and a core each; the runs alone, without a sweep, on one core.
 *
 * Perfect scaling on two cores is twice the speed of one core. So what two workers are measured against is kept on one core (taskset): a sweep with one worker that may use two
 * lets the second one compile and collect garbage for it, and "one core" would be one and a bit. Both commands are the whole thing, from their start to their end: plan, start of the workers,
 * compiling (which each worker does for itself), files, summary. That is the ratio that the target is about. The ratio of the steady part leaves out the first tenth of the points for one worker, and
 * as many for each of two.
 *
 * Beside it stands what the machine gives. Two separate sweeps share nothing but the machine. Two plain loops of arithmetic do not even share memory: where they stay below 1, the machine's
 * two cores are not two (hardware threads of one core, or a neighbour's work on them), and nothing can come to twice the speed of one. "Cores in others' use" tells of other
 * processes of this machine; its neighbours it cannot tell.
 *
 * Overhead is CPU time of all threads a point in the steady part, without that of the same runs alone.
 */
export const sweep: Suite = {
  name: "sweep",
  summary:
    "fabriclab sweep of small runs: time per point beside the runs alone, and two workers on two cores against one on one",
  async *run({ quick }: BenchOptions) {
    const points = quick ? 2000 : 10_000;
    const folder = mkdtempSync(join(tmpdir(), "fabriclab-sweep-"));
    try {
      const scenario = join(folder, "small.yaml");
      writeFileSync(scenario, SCENARIO);
      const loads = loadsOf(points);
      const halves = [0, 1].map((half) =>
        loads.filter((_, at) => at % 2 === half),
      );
      const where = (name: string): string => join(folder, name);
      const { contender: alone, result } = runsAlone(
        scenario,
        loads,
        where("runs"),
      );
      const courses: readonly Course[] = await inTurns([
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
        alone,
        loops(1, points, where("loop")),
        loops(2, points, where("loops")),
      ]);
      const [one = [], two = [], apart = [], , loop = [], both = []] = courses;
      const few = points / 10;
      const steady = (course: Course, workers: number): number =>
        (points - workers * few) / secondsAfter(course, workers * few);
      const whole = (course: Course): number => points / lastSeconds(course);
      const { cpuMsPerRun } = await result();
      const others = Math.max(...[one, two, apart].map(coresOfOthers));
      yield {
        suite: "sweep",
        name: `${String(points)} points`,
        figures: {
          "overhead cpu ms/point": cpuMsPerPoint(one, few) - cpuMsPerRun,
          "points/s, 1 core": whole(one),
          "points/s, 2 workers on 2": whole(two),
          "2 workers / perfect": whole(two) / (2 * whole(one)),
          "2 workers / perfect, steady": steady(two, 2) / (2 * steady(one, 1)),
          "2 processes / perfect": whole(apart) / (2 * whole(one)),
          "2 processes / perfect, steady":
            steady(apart, 2) / (2 * steady(one, 1)),
          "2 loops / perfect": whole(both) / (2 * whole(loop)),
          "cores in others' use": others,
        },
        targets: [
          { figure: "overhead cpu ms/point", atMost: 2 },
          { figure: "2 workers / perfect", atLeast: 0.9 },
        ],
        ...noteOf(others),
      } satisfies Row;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** Cores in others' use above which two workers have not had two. */
const BUSY = 0.1;

/** What a reader of the figures must know. */
function noteOf(others: number): { readonly note?: string } {
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
