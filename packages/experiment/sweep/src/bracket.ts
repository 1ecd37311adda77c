export type Verdict = "saturated" | "clear" | "unclear";

/** A value by its longest runs. */
export interface Tried {
  readonly value: number;
  readonly verdict: Verdict;
  /** How often its runs were made longer. */
  readonly step: number;
}

/** A value to try, with runs that were made longer so often. */
export interface Probe {
  readonly value: number;
  readonly step: number;
}

export interface BracketRules {
  readonly resolution: number;
  /** How often runs may be made longer. */
  readonly steps: number;
  /** The number half way between two; one of them where there is none between. */
  readonly middle: (one: number, other: number) => number;
  /** What to try where all values are saturated, of which this is the least; undefined where there is nothing. */
  readonly lower: (least: number) => number | undefined;
}

/** Between which values saturation begins, as far as it is known. */
export interface Ends {
  readonly status:
    /** Between `low` and `high`, as close as asked. */
    | "found"
    /** Between `low` and `high`; of the values `undecided` between them the longest runs that are allowed did not show it. */
    | "undecided"
    /** Not even the largest value saturates it. */
    | "above"
    /** It is saturated by every value: the smallest of the range, or of a load the smallest that is tried below it. */
    | "below"
    /** A run failed, and the search stopped there; ends are what the others show. */
    | "failed"
    /** The bracket is not narrow yet. */
    | "open";
  /** Value that is clear not to saturate, the next to `high`: below it, or above it where the smaller values saturate. */
  readonly low?: number;
  /** Value that saturates, the next to those that do not. */
  readonly high?: number;
  /** Values of which it is not clear, the next to `high` first. */
  readonly undecided?: readonly number[];
}

export interface Bracket extends Ends {
  readonly next?: Probe;
}

/**
 * What the values tried so far say, and which to try next.
 *
 * Bisection takes what is unclear for not saturated, as short runs are those that do not see it. When longer runs see at the lower end what short ones did
 * not, they would at its neighbours, too: from there on values are tried with runs as long as those, and the bisection is done anew, down to a value that
 * is clear or was run as long. So it is done once for each length, and once more for the lower end of what the longest runs leave open:
 * O(steps · log(range / resolution)) values, where verdicts are monotone.
 *
 * @param tried from the value that is the least likely to saturate on
 */
export function bracketOf(
  tried: readonly Tried[],
  rules: BracketRules,
): Bracket {
  const at = tried.findIndex(({ verdict }) => verdict === "saturated");
  const below = at < 0 ? tried : tried.slice(0, at);
  const high = tried[at]?.value;
  const level = Math.max(...tried.map(({ step }) => step));
  const clear = below.findLast(({ verdict }) => verdict === "clear")?.value;
  const open = (next: Probe): Bracket => ({
    status: "open",
    ...ends(clear, high),
    next,
  });
  if (high !== undefined) {
    const value = towards(below, high, level, rules);
    if (value !== undefined) return open({ value, step: level });
    if (below.length === 0) return { status: "below", high };
  }
  const low = lowEnd(below, level, high === undefined);
  if (low === undefined || low.verdict === "clear")
    return {
      status: high === undefined ? "above" : "found",
      ...ends(low?.value, high),
    };
  if (low.step < rules.steps)
    return open({ value: low.value, step: Math.max(low.step + 1, level) });
  return leftOpen(below, high, rules);
}

/** The value by which the bracket of runs of this length becomes narrower; undefined where it is narrow. */
function towards(
  below: readonly Tried[],
  high: number,
  level: number,
  rules: BracketRules,
): number | undefined {
  const [first] = below;
  if (first === undefined) return rules.lower(high);
  const low = lowEnd(below, level, false);
  return low === undefined
    ? first.value
    : between(low.value, high, below, rules);
}

/** The last value that is known not to saturate as far as runs of this length tell; with `any`, as far as its own do. */
const lowEnd = (
  below: readonly Tried[],
  level: number,
  any: boolean,
): Tried | undefined =>
  below.findLast(
    ({ verdict, step }) => any || verdict === "clear" || step >= level,
  );

/** The bracket where its lower end stays open however long the runs: down to what is clear. */
function leftOpen(
  below: readonly Tried[],
  high: number | undefined,
  rules: BracketRules,
): Bracket {
  const clear = below.findLastIndex(({ verdict }) => verdict === "clear");
  const low = below[clear]?.value;
  const above = below.slice(clear + 1);
  const longest = above.filter(({ step }) => step >= rules.steps);
  const next = lowerOpen(above, low, high, longest[0]?.value, rules);
  return {
    ...ends(low, high),
    ...(next === undefined
      ? {
          status: "undecided",
          undecided: longest.map(({ value }) => value).reverse(),
        }
      : { status: "open", next: { value: next, step: rules.steps } }),
  };
}

/** What to try between the value that is clear, if any, and the first that stays open. */
function lowerOpen(
  above: readonly Tried[],
  low: number | undefined,
  high: number | undefined,
  open: number | undefined,
  rules: BracketRules,
): number | undefined {
  const shorter = above.filter(({ step }) => step < rules.steps);
  // Why no bisection without an upper end: nothing is brought closer to anything.
  if (high === undefined) return shorter.at(-1)?.value;
  if (low !== undefined && open !== undefined)
    return between(low, open, shorter, rules);
  const [first] = above;
  return first !== undefined && first.step < rules.steps
    ? first.value
    : undefined;
}

/** A value between two ends, half way or one that was tried already and is not far from there; undefined where the ends are as close as asked. */
function between(
  low: number,
  high: number,
  tried: readonly { readonly value: number }[],
  { resolution, middle }: BracketRules,
): number | undefined {
  const width = Math.abs(high - low);
  if (width <= resolution * Math.max(low, high)) return undefined;
  const half = (low + high) / 2;
  const near = tried.find(({ value }) => Math.abs(value - half) <= width / 4);
  const value = near?.value ?? middle(low, high);
  return (value - low) * (value - high) < 0 ? value : undefined;
}

const ends = (low: number | undefined, high: number | undefined) => ({
  ...(low === undefined ? {} : { low }),
  ...(high === undefined ? {} : { high }),
});
