import { many, PACKETS, perCent } from "@fabriclab/units";

/** A number where all values of the factor are numbers, else text. */
export type FactorValue = number | string;

/** Something that differs between points: a key of the scenario, a scheme, a file. */
export interface PlotFactor {
  /** `traffic[0].load` */
  readonly name: string;
  /** `B` where the values were written `256B`; empty where they had none. */
  readonly unit: string;
}

/** A result that points may have. */
export interface PlotMetric {
  /** `throughput.bytes` */
  readonly name: string;
  readonly unit: string;
}

/** A step of a cumulative distribution. */
export interface PlotStep {
  /** Greatest value of a bucket. */
  readonly upTo: number;
  /** Share of the single values at or below it, mean over runs: 0 … 1. */
  readonly share: number;
  /** Half-width of its interval over runs. */
  readonly ci95?: number;
}

/** What the runs of a point say of a metric. */
export interface PlotValue {
  /** NaN where there is none. */
  readonly mean: number;
  /** Half-width of its interval, at the point's `confidence`. */
  readonly ci95?: number;
  /** Percentile (0 … 100) -> value. */
  readonly percentiles?: Readonly<Record<string, number>>;
  /** The whole distribution, rising, where more than percentiles was kept. Asked for only by who draws it. */
  readonly distribution?: () => readonly PlotStep[];
  /** Why there is no mean. */
  readonly absent?: string;
}

/** Runs of one combination of factors, taken together. */
export interface PlotPoint {
  readonly factors: Readonly<Record<string, FactorValue>>;
  /** `finished`, `converged`, `limit`, `saturated`, `deadlocked`, `failed` */
  readonly status: string;
  /** Level of its intervals; absent: 0.95. */
  readonly confidence?: number;
  /** Some of its endless traffic is saturated in a run that is not so as a whole: what is absent is so for that. */
  readonly partly?: true;
  /** Of a ratio: the status of the point that it is set against. */
  readonly baselineStatus?: string;
  /** Of a ratio: the factors of that point, by which it is named. */
  readonly baselineFactors?: Readonly<Record<string, FactorValue>>;
  /** Metric's name -> value; absent where the point has none of that name. */
  readonly metrics: Readonly<Record<string, PlotValue>>;
}

/** Results to be drawn: a sweep's points, or single runs told apart by their file. */
export interface PlotData {
  readonly title: string;
  readonly factors: readonly PlotFactor[];
  readonly metrics: readonly PlotMetric[];
  readonly points: readonly PlotPoint[];
}

/** The level of the intervals of points: `95 %`; `95 % or 99 %` where they differ. Those that failed have none. */
export function levelOf(points: readonly PlotPoint[]): string {
  const levels = points
    .filter(({ status }) => status !== "failed")
    .map(({ confidence = 0.95 }) => confidence);
  return [...new Set(levels.length === 0 ? [0.95] : levels)]
    .sort((a, b) => a - b)
    .map(perCent)
    .join(" or ");
}

/** Values of a factor among points, in the order in which they appear, numbers rising. */
export function valuesOf(
  points: readonly PlotPoint[],
  factor: string,
): FactorValue[] {
  const values = [
    ...new Set(
      points.flatMap((point) => {
        const value = point.factors[factor];
        return value === undefined ? [] : [value];
      }),
    ),
  ];
  return values.every((value) => typeof value === "number")
    ? values.sort((a, b) => a - b)
    : values;
}

/** Factors that have more than one value among the points. */
export const varyingFactors = ({
  factors,
  points,
}: Pick<PlotData, "factors" | "points">): PlotFactor[] =>
  factors.filter(({ name }) => valuesOf(points, name).length > 1);

/**
 * What every point has alike, as `--where` leaves it: `load=0.3`, `size=256 B`. Without it a drawing does not say what it is a drawing of.
 * A factor whose last part is another's, too, has its whole name.
 */
export function fixedFactors({
  factors,
  points,
}: Pick<PlotData, "factors" | "points">): string[] {
  const shared = new Set(
    factors
      .map(({ name }) => shortName(name))
      .filter((name, at, all) => all.indexOf(name) !== at),
  );
  return factors.flatMap(({ name, unit }) => {
    const [value, ...others] = valuesOf(points, name);
    if (
      value === undefined ||
      others.length > 0 ||
      points.some((point) => point.factors[name] === undefined)
    )
      return [];
    const short = shortName(name);
    return [`${shared.has(short) ? name : short}=${withUnit(value, unit)}`];
  });
}

const withUnit = (value: FactorValue | undefined, unit: string): string =>
  typeof value === "number" && unit !== ""
    ? withBlank(value, unit)
    : String(value);

/** A number, a blank and its unit: `256 B`, `1 packet`. */
export const withBlank = (value: number, unit: string): string =>
  unit === PACKETS ? many(value, "packet") : `${String(value)} ${unit}`;

/** `load=0.3, routing=xy` */
export const labelOfFactors = (
  point: PlotPoint,
  factors: readonly PlotFactor[],
): string =>
  factors.length === 1 &&
  typeof point.factors[factors[0]?.name ?? ""] === "string"
    ? String(point.factors[factors[0]?.name ?? ""])
    : factors
        .map(
          ({ name, unit }) =>
            `${shortName(name)}=${withUnit(point.factors[name], unit)}`,
        )
        .join(", ");

/** The last part of a scenario's path: `load` of `traffic[0].load`. */
export const shortName = (name: string): string =>
  name.slice(name.lastIndexOf(".") + 1);
