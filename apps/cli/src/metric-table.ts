import type { Experiment, RunResult } from "@fabriclab/sim";
import { knownValue, type MetricValue } from "@fabriclab/spec";
import { perCent } from "@fabriclab/units";
import { figures, quantity, quantityWithin } from "./quantity.ts";
import { columnsOf } from "./table.ts";
import { entriesOf, valuesOf } from "./value-texts.ts";

/**
 * The results of a run, or of several taken together, as a table for people.
 *
 * @param runs that the results are of
 */
export function metricTable(
  metrics: Readonly<Record<string, MetricValue>>,
  experiment: Experiment,
  runs: readonly RunResult[],
): string {
  const values = valuesOf(experiment);
  const entries = entriesOf(experiment);
  const rows = Object.entries(metrics).map(([name, value]) => {
    const known = Number.isFinite(value.value);
    const losses = knownValue(name, values, entries).text?.losses ?? [];
    // Runs that do not differ say nothing of how far others may: 0 missed frames in each are no sign that there are none.
    const halfWidth = withoutNoise(value);
    const isSame = halfWidth === 0 && runs.length > 1;
    const further = !known
      ? [value.absent ?? "not defined"]
      : isSame
        ? [`the same in all ${runs.length} runs`]
        : furtherText(value, seenIn(name, runs));
    return [
      name,
      ...(known
        ? estimateText(value, isSame ? undefined : halfWidth)
        : ["-", ""]),
      [...further, ...lossesText(value, losses, further)].join("  "),
    ];
  });
  return columnsOf(rows, {
    head: [
      "metric",
      "value",
      `${perCent(experiment.measure.confidence)} interval`,
      "",
    ],
    align: ["left", "right", "right", "left"],
  });
}

/** The value and its interval, which is empty where there is none. */
function estimateText(
  { value, unit }: MetricValue,
  halfWidth: number | undefined,
): readonly [string, string] {
  if (halfWidth !== undefined && halfWidth > 0)
    return quantityWithin(value, halfWidth, unit);
  // Nothing in each part of a run says as little as nothing in each of several.
  const isTold = halfWidth === 0 && value !== 0;
  return [counted(value, unit), isTold ? `± ${quantity(0, unit)}` : ""];
}

/** The half-width of the interval; 0 where it is what sums of equal numbers differ by when they are rounded. */
const withoutNoise = ({ value, ci95 }: MetricValue): number | undefined =>
  ci95 !== undefined && ci95 <= ROUNDING * Math.abs(value) ? 0 : ci95;

const ROUNDING = 1e-12;

/** Figures of a metric's detail that are printed; the JSON has all. */
const FURTHER = 3;

/** The single values that a result is of. */
interface Seen {
  readonly count: number;
  readonly max: number;
}

/** Those of all runs together; undefined where a metric does not say. */
function seenIn(
  name: string,
  runs: readonly Pick<RunResult, "metrics">[],
): Seen | undefined {
  if (runs.length === 0) return undefined;
  let [count, max] = [0, -Infinity];
  for (const { metrics } of runs) {
    const detail = metrics[name]?.detail ?? {};
    if (detail["count"] === undefined) return undefined;
    count += detail["count"];
    max = Math.max(max, detail["max"] ?? Infinity);
  }
  return { count, max };
}

/** Below so many single values, their number is printed beside their percentiles. */
const MANY = 1000;

/** Whether a percentile is another value than the greatest one: at least one of so many lies beyond it. */
const canTell = (percentile: number, count: number): boolean =>
  // Why not 100: 100 - 99.9 is a little less than 0.1.
  count * (100 - percentile) >= 99.999;

/** Percentiles that as many values can tell, with the greatest value in place of the others; else the first figures of the detail: the busiest channels, the extremes among sources or runs. */
function furtherText(value: MetricValue, seen: Seen | undefined): string[] {
  const { percentiles = {}, unit } = value;
  const all = Object.entries(percentiles).sort(
    ([a], [b]) => Number(a) - Number(b),
  );
  if (all.length > 0) {
    const { count, max } = seen ?? { count: Infinity, max: Infinity };
    return [
      ...all
        .filter(([p]) => canTell(Number(p), count))
        .map(([p, at]) => `p${p} ${quantity(at, unit)}`),
      ...(count < MANY && Number.isFinite(max)
        ? [`max ${quantity(max, unit)}`]
        : []),
      ...(count < MANY ? [`count ${count}`] : []),
    ];
  }
  return Object.entries(value.detail ?? {})
    .filter(([name]) => name !== "runs")
    .slice(0, FURTHER)
    .map(([name, figure]) => {
      // Extremes and percentiles are of the metric's own kind, other details are counts and shares.
      const alike = name === "min" || name === "max" || /^p\d/.test(name);
      return `${name} ${alike ? quantity(figure, value.unit) : figures(figure)}`;
    });
}

/** What did not come through, where there is any and it is not among the figures that are printed. */
const lossesText = (
  { detail = {} }: MetricValue,
  losses: readonly string[],
  printed: readonly string[],
): string[] =>
  losses
    .filter((name) => (detail[name] ?? 0) !== 0)
    .map((name) => `${name} ${figures(detail[name]!)}`)
    .filter((text) => !printed.includes(text));

/** As `quantity`; one of what is counted is `1 connection`. */
const counted = (value: number, unit: string): string =>
  quantity(
    value,
    value === 1 && /^[a-z]{4,}s$/.test(unit) ? unit.slice(0, -1) : unit,
  );
