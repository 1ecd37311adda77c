/** What a column is about. */
export type ColumnRole =
  /** Which run: experiment, point, seed, stage, key. */
  | "run"
  /** What was varied. */
  | "factor"
  /** How the run went: status, verdict, error, counts of packets and events. */
  | "outcome"
  /** A metric's value. */
  | "metric"
  /** Half-width of the metric's confidence interval within the run. */
  | "interval"
  /** One of the metric's percentiles. */
  | "percentile"
  /** Another number of the metric, such as its smallest value. */
  | "detail"
  /** How many single values lie where: JSON text, `[[greatest value of a bucket, count], …]`, rising. */
  | "histogram"
  /** The metric at places of the fabric: JSON text, place -> number. */
  | "places";

export type ColumnType = "DOUBLE" | "INT32" | "INT64" | "STRING";

/** A column of a result folder, as every file of it says. */
export interface ResultColumn {
  /** As SQL names it: letters, digits and `_`. */
  readonly name: string;
  readonly type: ColumnType;
  /** `ns`, `1`, `packets` …; empty where there is none. */
  readonly unit: string;
  /** One sentence. */
  readonly description: string;
  readonly role: ColumnRole;
  /** Of a column of a metric: its name, such as `link-load.max`. */
  readonly metric?: string;
  /** Of a percentile: which, 0 … 100. */
  readonly percentile?: number;
  /** Of another number of a metric: what the metric calls it, where the column's name does not say so. */
  readonly key?: string;
}

/** A number where all values are numbers, or numbers with one unit; else text. */
export type FactorValue = number | string;

/** Something that a sweep varies. */
export interface ResultFactor {
  /** As the user wrote it: `load`, `traffic[0].load`, `scheme`. */
  readonly name: string;
  readonly column: string;
  readonly kind: "number" | "text";
  /** `B` where the values were written `256B`; empty where they had none. */
  readonly unit: string;
  /** Of the points of the design, in their order; those that a search added are left out. */
  readonly values: readonly FactorValue[];
}

/** The columns of a metric. */
export interface ResultMetric {
  /** `link-load.max` */
  readonly name: string;
  readonly column: string;
  readonly unit: string;
  /** Column of the half-width within a run. */
  readonly interval?: string;
  /** Rising. */
  readonly percentiles: readonly {
    readonly percentile: number;
    readonly column: string;
  }[];
  /** Column of how many single values the result is of. */
  readonly count?: string;
  /** Columns of role `detail`. */
  readonly details: readonly string[];
  /** Column of JSON text, place -> number. */
  readonly places?: string;
  /** Column of the histogram. */
  readonly histogram?: string;
}

/** One run: column -> value; null where a run has no such value. */
export type ResultRow = Readonly<Record<string, number | string | null>>;

/** What a result folder holds. */
export interface Results {
  readonly folder: string;
  readonly experiment: string;
  readonly factors: readonly ResultFactor[];
  readonly columns: readonly ResultColumn[];
  readonly metrics: readonly ResultMetric[];
  /** By point, then seed. */
  readonly rows: readonly ResultRow[];
  /** The files that were read. */
  readonly files: readonly string[];
  /** Those of `rows` that are in no file yet but in journals, where these were asked for. */
  readonly unfiled: readonly ResultRow[];
}

/** A percentile, or another number of a metric, over the runs of a point. */
export interface PointSummary {
  readonly mean: number;
  /** Half-width of the interval of that mean: Student-t over the runs; absent of one run, which says nothing of it. */
  readonly ci95?: number;
}

/** A metric over the runs of a point. */
export interface PointMetric {
  /** NaN where `absent` says why. */
  readonly mean: number;
  /** Half-width of the interval, at the point's `confidence`: Student-t over the runs; of one run, the interval within it. Absent where neither is known. */
  readonly ci95?: number;
  readonly min: number;
  readonly max: number;
  /** Single values that the runs have together, where the metric counts them: what a percentile is worth. */
  readonly count?: number;
  /** Percentile -> mean over the runs of each run's own. */
  readonly percentiles: Readonly<Record<string, number>>;
  /** Column of a percentile or of another number -> its mean over the runs; none of those that a run does not have. */
  readonly summaries: Readonly<Record<string, PointSummary>>;
  /** A run without a value makes the mean absent: one over the others would be biased. */
  readonly absent?: string;
}

/** The runs of a point, one per seed, taken together. */
export interface ResultPoint {
  readonly point: number;
  readonly stage: string;
  /** Factor's name -> value. */
  readonly factors: Readonly<Record<string, FactorValue>>;
  /** The gravest: failed, deadlocked, saturated, limit, converged, finished. */
  readonly status: string;
  /** How many of its runs are saturated, as a whole or in some of their endless traffic. */
  readonly saturated: number;
  readonly seeds: readonly number[];
  /** Level of its intervals, as the scenario asks for (`measure.confidence`); undefined where all its runs failed. */
  readonly confidence: number | undefined;
  /** Metric's name -> what the runs say of it. */
  readonly metrics: Readonly<Record<string, PointMetric>>;
}
