import { FabricError } from "@fabriclab/spec";
import { settingOf, type Factor, type Level } from "./factor.ts";
import type { RunFigures } from "./figures.ts";
import type { Point } from "./point.ts";

/** What is known of the saturation of one combination of the other factors. */
export interface Saturation {
  /** The other factors: name -> level. */
  readonly factors: Readonly<Record<string, Level>>;
  readonly status:
    /** Between `low` and `high`, as close as asked. */
    | "found"
    /** Not even the largest value saturates it. */
    | "above"
    /** It is saturated however small the value. */
    | "below"
    /** A run failed, so nothing can be said. */
    | "failed"
    /** The bracket is not narrow yet. */
    | "open";
  /** Largest value that does not saturate, below the smallest that does. */
  readonly low?: number;
  /** Smallest value that saturates. */
  readonly high?: number;
  /** Ends of the bracket with a run that came to a cap of `measure` before its verdict was clear. */
  readonly unclear?: readonly ("low" | "high")[];
}

/** Halvings below the smallest saturated value before a search gives up. */
const MAX_HALVINGS = 10;

export interface SaturationSearch {
  /** The values to try next, one for each combination that is not known yet. */
  next(points: readonly Point[], runs: RunsOf): readonly Candidate[];
  result(points: readonly Point[], runs: RunsOf): readonly Saturation[];
}

type RunsOf = (point: number) => readonly RunFigures[];

/** A point that the search asks for. */
export interface Candidate {
  /** A point of the same combination. */
  readonly like: Point;
  readonly value: number;
}

/**
 * Bisection for the largest value of `factor` that does not saturate the network, for each combination of the others.
 *
 * A value saturates when the engine says so (or that the network deadlocked) of more than half of its runs. The bracket is narrowed
 * until it is `resolution` of its upper end.
 *
 * @throws FabricError `E_SWEEP_SATURATION` for a factor that does not exist or is no number
 */
export function saturationSearch(
  factors: readonly Factor[],
  name: string,
  resolution: number,
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
  const search = (group: readonly Point[], runs: RunsOf): Saturation =>
    bracket(factors, factor, group, runs, resolution);
  return {
    factor,
    result: (points, runs) =>
      groups(points).map((group) => search(group, runs)),
    next: (points, runs) =>
      groups(points).flatMap((group): Candidate[] => {
        const { status, low = 0, high } = search(group, runs);
        const [like] = group;
        return status === "open" && high !== undefined && like !== undefined
          ? [{ like, value: middle(low, high, resolution) }]
          : [];
      }),
  };
}

function bracket(
  factors: readonly Factor[],
  factor: Factor,
  group: readonly Point[],
  runs: RunsOf,
  resolution: number,
): Saturation {
  const others = Object.fromEntries(
    factors.flatMap((one) =>
      one === factor ? [] : [[one.name, group[0]?.levels[one.column] ?? ""]],
    ),
  );
  const tried = group
    .map(({ index, levels }) => ({
      value: Number(levels[factor.column]),
      ...verdictOf(runs(index)),
    }))
    .sort((a, b) => a.value - b.value);
  if (tried.some(({ failed }) => failed))
    return { factors: others, status: "failed" };
  const at = tried.findIndex(({ saturated }) => saturated);
  const below = at < 0 ? tried.at(-1) : tried[at - 1];
  const above = at < 0 ? undefined : tried[at];
  const low = below?.value;
  const high = above?.value;
  const unclear = [
    ...(below?.unclear === true ? (["low"] as const) : []),
    ...(above?.unclear === true ? (["high"] as const) : []),
  ];
  const known = {
    factors: others,
    ...(low === undefined ? {} : { low }),
    ...(high === undefined ? {} : { high }),
    ...(unclear.length === 0 ? {} : { unclear }),
  };
  if (high === undefined) return { ...known, status: "above" };
  const smallest = Math.min(...factor.levels.map(({ level }) => Number(level)));
  if (low === undefined) {
    return {
      ...known,
      status: high <= smallest / 2 ** MAX_HALVINGS ? "below" : "open",
    };
  }
  const middle_ = middle(low, high, resolution);
  const narrow =
    high - low <= resolution * high || middle_ <= low || middle_ >= high;
  return { ...known, status: narrow ? "found" : "open" };
}

/** Half way, with the digits that the resolution needs and no more: it is read by people. */
function middle(low: number, high: number, resolution: number): number {
  const digits = Math.ceil(-Math.log10(resolution)) + 2;
  return Number(((low + high) / 2).toPrecision(digits));
}

function verdictOf(runs: readonly RunFigures[]): {
  readonly saturated: boolean;
  readonly unclear: boolean;
  readonly failed: boolean;
} {
  const share = (...statuses: string[]): number =>
    runs.filter(({ status }) => statuses.includes(status)).length / runs.length;
  return {
    saturated: share("saturated", "deadlocked") > 0.5,
    unclear: share("limit") > 0,
    failed: runs.length === 0 || share("failed") > 0,
  };
}
