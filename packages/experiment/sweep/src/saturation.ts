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
    /** Between `low` and `high`; of the values `undecided` between them the longest runs that are allowed did not show it. */
    | "undecided"
    /** Not even the largest value saturates it. */
    | "above"
    /** It is saturated however small the value. */
    | "below"
    /** A run failed, so nothing can be said. */
    | "failed"
    /** The bracket is not narrow yet. */
    | "open";
  /** Largest value that is clear not to saturate, below the smallest that does. */
  readonly low?: number;
  /** Smallest value that saturates. */
  readonly high?: number;
  /** Values of which it is not clear, the largest first. */
  readonly undecided?: readonly number[];
  /** Values that were run longer, until it was clear: which of `longer` of the plan, from 1. */
  readonly longer?: readonly {
    readonly value: number;
    readonly step: number;
  }[];
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
  /** A point of the same combination; of the same value, where its runs are to be longer. */
  readonly like: Point;
  readonly value: number;
  /** Which of the plan's longer runs, from 1. */
  readonly longer?: number;
}

/**
 * Bisection for the largest value of `factor` that does not saturate the network, for each combination of the others.
 *
 * A value saturates when the engine says so (or that the network deadlocked) of more than half of its runs. The bracket is narrowed until it is `resolution`
 * of its upper end. Then its lower end must show that it does not saturate: in half of its runs at least the mean latency converged, or what was accepted is
 * what was offered, but for half the resolution at most, also at the lower end of its interval. Where neither is so the value is run longer; what then
 * saturates is the new upper end, and the search goes on. What the longest runs leave open is passed over: the lower end is the next value below that
 * is clear, which is brought within `resolution` of what is open.
 *
 * @param steps how often the runs of a value may be made longer
 * @throws FabricError `E_SWEEP_SATURATION` for a factor that does not exist or is no number
 */
export function saturationSearch(
  factors: readonly Factor[],
  name: string,
  resolution: number,
  steps = 0,
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
  const search = (group: readonly Point[], runs: RunsOf): Found =>
    bracket(factors, factor, group, runs, resolution, steps);
  return {
    factor,
    result: (points, runs) =>
      groups(points).map((group) => search(group, runs).saturation),
    next: (points, runs) =>
      groups(points).flatMap((group) => search(group, runs).next ?? []),
  };
}

interface Found {
  readonly saturation: Saturation;
  readonly next?: Candidate;
}

function bracket(
  factors: readonly Factor[],
  factor: Factor,
  group: readonly Point[],
  runs: RunsOf,
  resolution: number,
  steps: number,
): Found {
  const [like] = group;
  const tried = triedOf(group, factor, runs, resolution);
  const longer = tried.flatMap(({ value, step }) =>
    step === 0 ? [] : [{ value, step }],
  );
  const known = {
    factors: Object.fromEntries(
      factors.flatMap((one) =>
        one === factor ? [] : [[one.name, like?.levels[one.column] ?? ""]],
      ),
    ),
    ...(longer.length === 0 ? {} : { longer }),
  };
  if (like === undefined || tried.some(({ verdict }) => verdict === "failed"))
    return { saturation: { ...known, status: "failed" } };
  const at = tried.findIndex(({ verdict }) => verdict === "saturated");
  const below = at < 0 ? tried : tried.slice(0, at);
  const high = tried[at]?.value;
  const ends = (low: number | undefined) => ({
    ...(low === undefined ? {} : { low }),
    ...(high === undefined ? {} : { high }),
  });
  const lowest = below.at(-1)?.value;
  if (high !== undefined) {
    const smallest = Math.min(
      ...factor.levels.map(({ level }) => Number(level)),
    );
    if (lowest === undefined && high <= smallest / 2 ** MAX_HALVINGS)
      return { saturation: { ...known, high, status: "below" } };
    const low = lowest ?? 0;
    const value = middle(low, high, resolution);
    const narrow =
      high - low <= resolution * high || value <= low || value >= high;
    if (lowest === undefined || !narrow)
      return {
        saturation: { ...known, ...ends(lowest), status: "open" },
        next: { like, value },
      };
  }
  // Narrow by the runs so far; now the lower end has to be clear.
  const undecided: number[] = [];
  for (const { value, verdict, step, point } of below.toReversed()) {
    const clear = verdict === "clear";
    const above = undecided.at(-1);
    // Between what is clear and what is not, too, the bracket is wide as long as nobody has tried.
    const between =
      clear && above !== undefined && high !== undefined
        ? middle(value, above, resolution)
        : NaN;
    if (
      above !== undefined &&
      above - value > resolution * above &&
      between > value &&
      between < above
    )
      return {
        saturation: { ...known, ...ends(value), status: "open" },
        next: { like, value: between },
      };
    if (clear)
      return {
        saturation:
          undecided.length > 0
            ? { ...known, ...ends(value), status: "undecided", undecided }
            : {
                ...known,
                ...ends(value),
                status: high === undefined ? "above" : "found",
              },
      };
    if (step < steps)
      return {
        saturation: { ...known, ...ends(lowest), status: "open" },
        next: { like: point, value, longer: step + 1 },
      };
    undecided.push(value);
  }
  return {
    saturation: {
      ...known,
      ...ends(undefined),
      status: "undecided",
      undecided,
    },
  };
}

interface Tried {
  readonly value: number;
  readonly verdict: Verdict;
  /** How often its runs were made longer. */
  readonly step: number;
  /** With the caps of the scenario. */
  readonly point: Point;
}

/** The values of a combination, rising, each by its longest runs. */
function triedOf(
  group: readonly Point[],
  factor: Factor,
  runs: RunsOf,
  resolution: number,
): Tried[] {
  const found = new Map<number, Tried>();
  // Points are planned in the order of their numbers, longer runs after shorter ones.
  for (const point of group) {
    const value = Number(point.levels[factor.column]);
    found.set(value, {
      value,
      verdict: verdictOf(runs(point.index), resolution),
      step: point.longer ?? 0,
      point: found.get(value)?.point ?? point,
    });
  }
  return [...found.values()].sort((a, b) => a.value - b.value);
}

/** Half way, with the digits that the resolution needs and no more: it is read by people. */
function middle(low: number, high: number, resolution: number): number {
  const digits = Math.ceil(-Math.log10(resolution)) + 2;
  return Number(((low + high) / 2).toPrecision(digits));
}

type Verdict = "saturated" | "clear" | "unclear" | "failed";

function verdictOf(runs: readonly RunFigures[], resolution: number): Verdict {
  const share = (of: (run: RunFigures) => boolean): number =>
    runs.filter(of).length / runs.length;
  if (runs.length === 0 || share(({ status }) => status === "failed") > 0)
    return "failed";
  const saturated = ({ status }: RunFigures): boolean =>
    status === "saturated" || status === "deadlocked";
  if (share(saturated) > 0.5) return "saturated";
  const isClear = (run: RunFigures): boolean =>
    run.status === "limit" ? acceptsAll(run, resolution) : !saturated(run);
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
