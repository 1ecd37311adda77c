import { relativePrecision, type RunFigures } from "./figures.ts";
import type { SweepPlan } from "./plan.ts";
import type { Point } from "./point.ts";
import { seedsNeeded } from "./precision.ts";
import type { SweepOutcome } from "./outcome.ts";
import type { SweepProgress } from "./progress.ts";
import type { PlannedRun } from "./shards.ts";
import type { SweepOptions } from "./sweep-options.ts";

/** Ends of runs that say nothing about a steady state. */
const UNSTEADY = ["deadlocked", "saturated"] as const;

/** How a run ended that says nothing about a steady state, of some of its traffic at least. */
const unsteadyEnd = ({
  status,
  partly,
  noneArrived,
}: RunFigures): (typeof UNSTEADY)[number] | undefined =>
  noneArrived === true
    ? undefined
    : partly === true
      ? "saturated"
      : UNSTEADY.find((one) => one === status);

/** Results as they come, point by point. */
export class SweepState {
  readonly points: Point[] = [];
  readonly #plan: SweepPlan;
  readonly #options: SweepOptions;
  /** Point's index -> seed -> figures. */
  readonly #runs: Map<number, RunFigures>[] = [];
  /** Point's index -> runs that are planned by now. */
  readonly #expected: number[] = [];
  /** Point's index -> relative half-width, of finished points. */
  readonly #relative = new Map<number, number>();
  #total = 0;
  #done = 0;
  #plannedPoints = 0;
  #donePoints = 0;
  #kept = 0;
  #failed = 0;
  #computed = 0;
  #first: number | undefined;
  /** Runs that ended with the first one. */
  #atFirst = 0;

  constructor(plan: SweepPlan, options: SweepOptions) {
    this.#plan = plan;
    this.#options = options;
  }

  addPoint(point: Point): void {
    this.points.push(point);
    this.#runs.push(new Map());
    this.#expected.push(0);
  }

  expect(runs: readonly PlannedRun[]): void {
    this.#total += runs.length;
    for (const { point } of runs) {
      const before = this.#expected[point.index] ?? 0;
      if (before === 0) this.#plannedPoints++;
      this.#expected[point.index] = before + 1;
    }
  }

  /** The point's runs in the order of their seeds. */
  runsOf(point: number): readonly RunFigures[] {
    return [...(this.#runs[point]?.values() ?? [])].sort(
      (a, b) => a.seed - b.seed,
    );
  }

  /** Runs that were finished before. */
  found(figures: readonly RunFigures[]): void {
    for (const run of figures) if (this.#add(run)) this.#kept++;
    this.#tell();
  }

  /** Runs that ended just now; those that are known already are passed over. */
  ran(figures: readonly RunFigures[]): void {
    let fresh = 0;
    for (const run of figures) if (this.#add(run)) fresh++;
    if (fresh === 0) return;
    this.#computed += fresh;
    if (this.#first === undefined) {
      // Why from the first result on: threads take a second to load the simulator, which says nothing about the runs.
      this.#first = this.#options.clock?.();
      this.#atFirst = this.#computed;
    }
    this.#tell();
  }

  summary(): Omit<SweepOutcome, "status" | "saturation"> {
    const { precision } = this.#plan;
    const capped: SweepOutcome["capped"][number][] = [];
    const withoutMean: Point[] = [];
    const failed: SweepOutcome["failed"][number][] = [];
    const unsteady: SweepOutcome["unsteady"][number][] = [];
    const limited: SweepOutcome["limited"][number][] = [];
    const noneArrived: SweepOutcome["noneArrived"][number][] = [];
    for (const point of this.points) {
      const runs = this.runsOf(point.index);
      for (const { seed, status, error = "" } of runs)
        if (status === "failed") failed.push({ point, seed, error });
      for (const status of UNSTEADY) {
        const ended = runs.filter((run) => unsteadyEnd(run) === status);
        const partly = ended.filter((run) => run.partly === true).length;
        if (ended.length > 0)
          unsteady.push({
            ...{ point, status, runs: ended.length, of: runs.length },
            ...(partly === 0 ? {} : { partly }),
          });
      }
      const inVain = runs.filter((run) => run.noneArrived === true).length;
      if (inVain > 0)
        noneArrived.push({ point, runs: inVain, of: runs.length });
      const atLimit = runs.filter(
        (run) =>
          run.status === "limit" &&
          run.noneArrived !== true &&
          unsteadyEnd(run) === undefined,
      ).length;
      if (atLimit > 0) limited.push({ point, runs: atLimit, of: runs.length });
      if (precision === undefined || point.stage !== "design") continue;
      if (runs.length === 0) continue;
      const need = seedsNeeded(runs, precision);
      if (!("done" in need)) continue;
      if (need.done === "capped")
        capped.push({ point, seeds: runs.length, relative: need.relative });
      if (need.done === "no mean") withoutMean.push(point);
    }
    return {
      points: this.points,
      runs: this.#done,
      kept: this.#kept,
      capped,
      withoutMean,
      failed,
      unsteady,
      limited,
      noneArrived,
    };
  }

  #add(run: RunFigures): boolean {
    const runs = this.#runs[run.point];
    if (runs === undefined || runs.has(run.seed)) return false;
    runs.set(run.seed, run);
    this.#done++;
    if (run.status === "failed") this.#failed++;
    if (runs.size !== this.#expected[run.point]) return true;
    const all = [...runs.values()];
    if (this.#isEnough(run.point, all)) this.#donePoints++;
    const relative = this.#isMeantPrecise(run.point, all)
      ? relativePrecision(all)
      : undefined;
    if (relative === undefined) this.#relative.delete(run.point);
    else this.#relative.set(run.point, relative);
    return true;
  }

  /** Whether precision asks for no more than all that is planned of a point. */
  #isEnough(point: number, runs: readonly RunFigures[]): boolean {
    const { precision } = this.#plan;
    return (
      precision === undefined ||
      this.points[point]?.stage !== "design" ||
      "done" in seedsNeeded(runs, precision)
    );
  }

  /** Whether the width of a point's interval says anything of the sweep: the search for saturation asks for no means, and where runs do not become steady there are none. */
  #isMeantPrecise(point: number, runs: readonly RunFigures[]): boolean {
    const { precision, saturation } = this.#plan;
    const asked = precision !== undefined || saturation === undefined;
    return (
      asked &&
      this.points[point]?.stage === "design" &&
      !runs.some((run) => unsteadyEnd(run) !== undefined)
    );
  }

  #mayGrow(): boolean {
    const { precision, saturation } = this.#plan;
    return (
      saturation !== undefined ||
      this.#plannedPoints < this.points.length ||
      (precision !== undefined && this.#donePoints < this.points.length)
    );
  }

  #tell(): void {
    const { onProgress, clock } = this.#options;
    if (onProgress === undefined) return;
    const now = clock?.();
    const first = this.#first;
    const perSecond =
      now === undefined ||
      first === undefined ||
      now <= first ||
      this.#computed === this.#atFirst
        ? undefined
        : (this.#computed - this.#atFirst) / (now - first);
    onProgress({
      points: { done: this.#donePoints, total: this.points.length },
      runs: {
        done: this.#done,
        total: this.#total,
        kept: this.#kept,
        failed: this.#failed,
      },
      perSecond,
      mayGrow: this.#mayGrow(),
      secondsLeft:
        perSecond === undefined || perSecond === 0
          ? undefined
          : (this.#total - this.#done) / perSecond,
      worst: this.#worst(),
    });
  }

  #worst(): SweepProgress["worst"] {
    let worst: SweepProgress["worst"];
    for (const [index, relative] of this.#relative)
      if (worst === undefined || relative > worst.relative)
        worst = { relative, label: this.points[index]?.label ?? "" };
    return worst;
  }
}
