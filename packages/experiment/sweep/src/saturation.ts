import { FabricError } from "@fabriclab/spec";
import {
  bracketOf,
  type Bracket,
  type BracketRules,
  type Ends,
  type Probe,
  type Tried,
  type Verdict,
} from "./bracket.ts";
import { settingOf, type Factor, type Level } from "./factor.ts";
import type { RunFigures } from "./figures.ts";
import type { Point } from "./point.ts";

/** What is known of the saturation of one combination of the other factors. */
export interface Saturation extends Ends {
  /** The other factors: name -> level. */
  readonly factors: Readonly<Record<string, Level>>;
  /** Some of its runs ended with their finite traffic: they tell of the time in which that is born, and are not made longer. */
  readonly finite?: true;
  /** Values that were run longer: which of `longer` of the plan, from 1. */
  readonly longer?: readonly {
    readonly value: number;
    readonly step: number;
  }[];
}

/** Halvings below the smallest saturated load before a search gives up. */
const MAX_HALVINGS = 10;

export interface SaturationSearch {
  /** The values to try next, one for each combination that is not known yet. */
  next(points: readonly Point[], runs: RunsOf): readonly Candidate[];
  result(points: readonly Point[], runs: RunsOf): readonly Saturation[];
}

type RunsOf = (point: number) => readonly RunFigures[];

export interface SearchOptions {
  readonly steps?: number;
  readonly required?: boolean;
}

/** A point that the search asks for. */
export interface Candidate extends Probe {
  /** A point of the same combination. */
  readonly like: Point;
}

/**
 * Bisection for where values of `factor` begin to saturate the network, for each combination of the others: for the largest value that does not, or the
 * smallest one where the smallest of all saturates it and the largest does not. Where both do, and a value between them does not, for the largest that does not.
 *
 * A value saturates when the engine says so (or that the network deadlocked) of more than half of its runs. The bracket is narrowed until it is `resolution`
 * of its larger end. Then the end that does not saturate must show it: in half of its runs at least the mean latency converged, or what was accepted is
 * what was offered, but for half the resolution at most, also at the lower end of its interval. Where neither is so the value is run longer; what then
 * saturates is the new end, and the search goes on with runs as long. What the longest runs leave open is passed over: the other end is the next value
 * that is clear, which is brought within `resolution` of what is open.
 *
 * With `required`, a run that does not keep what is asked of it (`meets` of its figures) counts as a saturated one, and one that has no such result shows nothing.
 *
 * It goes no further than the factor's smallest and largest value, but for a load: below the smallest one, if that saturates, to a thousandth of it.
 *
 * @param options `steps`: how often the runs of a value may be made longer (default: never); `required`: whether runs have to keep something, too
 * @throws FabricError `E_SWEEP_SATURATION` for a factor that does not exist or is no number
 */
export function saturationSearch(
  factors: readonly Factor[],
  name: string,
  resolution: number,
  { steps = 0, required = false }: SearchOptions = {},
): SaturationSearch & { readonly factor: Factor } {
  const factor = factors.find(
    (one) => one.name === name || one.column === name,
  );
  if (factor === undefined || settingOf(factor, 1) === undefined) {
    throw new FabricError({
      code: "E_SWEEP_SATURATION",
      message: `the saturation is looked for by a factor of plain numbers above 0`,
      where: { path: "sweep.saturation" },
      got: name,
      expected:
        factors
          .filter((one) => settingOf(one, 1) !== undefined)
          .map((one) => one.name)
          .join(" or ") || "a factor such as load: [0.1, 0.9]",
    });
  }
  const rules = rulesOf(factor, resolution, steps);
  const judge = (runs: RunsOf) => (point: number) =>
    verdictOf(runs(point), resolution, required);
  const groups = (points: readonly Point[]): Point[][] => {
    const found = new Map<string, Point[]>();
    for (const point of points) {
      const { [factor.column]: _, ...others } = point.levels;
      const key = JSON.stringify(others);
      const group = found.get(key);
      if (group === undefined) found.set(key, [point]);
      else group.push(point);
    }
    return [...found.values()];
  };
  return {
    factor,
    result: (points, runs) =>
      groups(points).map((group): Saturation => {
        const tried = triedOf(group, factor, judge(runs));
        const { next: _, ...bracket } = bracketIn(tried, rules);
        const longer = tried.filter(({ step }) => step > 0);
        return {
          factors: othersOf(factors, factor, group),
          ...bracket,
          ...(group.some(({ index }) =>
            runs(index).some(({ status }) => status === "finished"),
          )
            ? { finite: true as const }
            : {}),
          ...(longer.length === 0
            ? {}
            : { longer: longer.map(({ value, step }) => ({ value, step })) }),
        };
      }),
    next: (points, runs) =>
      groups(points).flatMap((group) => {
        const [like] = group;
        const tried = triedOf(group, factor, judge(runs));
        const { next } = bracketIn(tried, rules);
        return like === undefined || next === undefined
          ? []
          : [{ like, ...next }];
      }),
  };
}

function rulesOf(
  factor: Factor,
  resolution: number,
  steps: number,
): BracketRules {
  const { name, levels, between, parts } = factor;
  const smallest = Math.min(
    ...(between ?? levels.map(({ level }) => Number(level))),
  );
  const middle = (one: number, other: number): number =>
    middleOf(one, other, resolution, parts);
  const isLoad = /(^|\.)load$/.test(name);
  return {
    resolution,
    steps,
    middle,
    lower: (least) => {
      if (least > smallest) return smallest;
      return isLoad && least > smallest / 2 ** MAX_HALVINGS
        ? middle(0, least)
        : undefined;
    },
  };
}

const othersOf = (
  factors: readonly Factor[],
  factor: Factor,
  [like]: readonly Point[],
): Saturation["factors"] =>
  Object.fromEntries(
    factors.flatMap((one) =>
      one === factor ? [] : [[one.name, like?.levels[one.column] ?? ""]],
    ),
  );

type Found = Omit<Tried, "verdict"> & { readonly verdict: Verdict | "failed" };

/** The bracket of a combination, by its values from the smallest on. */
function bracketIn(tried: readonly Found[], rules: BracketRules): Bracket {
  const ran = tried.filter((one): one is Tried => one.verdict !== "failed");
  const falls =
    ran.at(0)?.verdict === "saturated" && ran.at(-1)?.verdict !== "saturated";
  // Why: what only values in the middle keep, both the smaller and the larger ones count as saturated; its upper end is looked for.
  const kept = ran.findIndex(({ verdict }) => verdict !== "saturated");
  const rising = ran.slice(Math.max(kept, 0));
  const bracket = bracketOf(falls ? ran.toReversed() : rising, rules);
  if (ran.length === tried.length) return bracket;
  const { low, high } = bracket;
  return {
    status: "failed",
    ...(low === undefined ? {} : { low }),
    ...(high === undefined ? {} : { high }),
  };
}

/** The values of a combination, rising, each by its longest runs. */
function triedOf(
  group: readonly Point[],
  factor: Factor,
  judge: (point: number) => Found["verdict"],
): Found[] {
  // Points are planned in the order of their numbers, longer runs after shorter ones.
  const found = new Map(
    group.map((point): [number, Found] => {
      const value = Number(point.levels[factor.column]);
      const verdict = judge(point.index);
      return [value, { value, verdict, step: point.longer ?? 0 }];
    }),
  );
  return [...found.values()].sort((a, b) => a.value - b.value);
}

/** Half way, with the digits that the resolution needs and no more: it is read by people. Of what has whole parts only, a whole number of them. */
function middleOf(
  one: number,
  other: number,
  resolution: number,
  parts: number | undefined,
): number {
  const digits = Math.ceil(-Math.log10(resolution)) + 2;
  const half = Number(((one + other) / 2).toPrecision(digits));
  return parts === undefined ? half : Math.round(half * parts) / parts;
}

function verdictOf(
  runs: readonly RunFigures[],
  resolution: number,
  required: boolean,
): Found["verdict"] {
  const share = (of: (run: RunFigures) => boolean): number =>
    runs.filter(of).length / runs.length;
  if (runs.length === 0 || share(({ status }) => status === "failed") > 0)
    return "failed";
  const saturated = ({ status, partly, meets }: RunFigures): boolean =>
    status === "saturated" ||
    status === "deadlocked" ||
    partly === true ||
    meets === false;
  if (share(saturated) > 0.5) return "saturated";
  const isClear = (run: RunFigures): boolean =>
    !saturated(run) &&
    (run.status !== "limit" || acceptsAll(run, resolution)) &&
    (!required || run.meets === true);
  return share(isClear) >= 0.5 ? "clear" : "unclear";
}

/**
 * Whether a run shows that the network carries its load, but for half of `resolution` at most.
 *
 * Why the lower end of the interval alone: births have their noise, too, and a stretch that bears little less than the load says nothing against it.
 */
function acceptsAll({ accepted }: RunFigures, resolution: number): boolean {
  if (accepted === undefined) return false;
  const { value, ci95, offered } = accepted;
  return value - ci95 >= (1 - resolution / 2) * offered;
}
