/** What a suite reports: one case, its figures, and the thresholds that the project holds itself to. */
export interface Row {
  readonly suite: string;
  readonly name: string;
  /** Figure -> value, NaN where there is none; the key names the unit, e.g. `ns/hop`, `M hops/s`, `events/hop`. */
  readonly figures: Readonly<Record<string, number>>;
  readonly targets?: readonly Target[];
  readonly note?: string;
}

/** A threshold. Thresholds live here and in no test, because times depend on the machine; ratios less so. */
export interface Target {
  readonly figure: string;
  readonly atLeast?: number;
  readonly atMost?: number;
}

export interface BenchOptions {
  /** Fewer points, shorter runs: a look, not a measurement. */
  readonly quick: boolean;
  /** Interleaved rounds; medians are reported. */
  readonly rounds: number;
  readonly log: (line: string) => void;
  /** Other programs, by path; a suite that needs one that is not here says so in a row's note. */
  readonly programs: Programs;
}

/** Programs that are no part of the project. */
export interface Programs {
  /** BookSim2's `booksim`. */
  readonly booksim?: string;
  readonly opensm?: string;
  /** Default `ibsim` of the path. */
  readonly ibsim?: string;
  /** Another Node.js. */
  readonly node?: string;
  /** libumad2sim.so; default where Debian puts it. */
  readonly umad2sim?: string;
  /** Of BookSim2's configurations, those whose name contains one of these. */
  readonly only?: readonly string[];
  /** A fifth of the cycles of each of BookSim2's samples. */
  readonly short?: boolean;
}

export interface Suite {
  readonly name: string;
  readonly summary: string;
  run(options: BenchOptions): AsyncIterable<Row>;
}

export const meets = (row: Row, target: Target): boolean => {
  const value = row.figures[target.figure];
  if (value === undefined || Number.isNaN(value)) return false;
  return (
    (target.atLeast === undefined || value >= target.atLeast) &&
    (target.atMost === undefined || value <= target.atMost)
  );
};

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[half] ?? NaN)
    : ((sorted[half - 1] ?? NaN) + (sorted[half] ?? NaN)) / 2;
};

export const geometricMean = (values: readonly number[]): number =>
  Math.exp(
    values.reduce((sum, value) => sum + Math.log(value), 0) / values.length,
  );
