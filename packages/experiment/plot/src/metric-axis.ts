import type { MetricPlot } from "@fabriclab/spec";
import type { Axis } from "./chart.ts";
import { shortName, type PlotFactor, type PlotMetric } from "./data.ts";
import { percentLabel } from "./ticks.ts";

/** An axis for values in some unit, and what to multiply them with. */
export interface ScaledAxis {
  readonly axis: Axis;
  readonly factor: number;
}

/** Unit -> larger units of the same kind, each with the number of the first in it, falling. */
const LARGER: Readonly<Record<string, readonly (readonly [string, number])[]>> =
  {
    ps: [
      ["ms", 1e9],
      ["µs", 1e6],
      ["ns", 1e3],
    ],
    ns: [
      ["s", 1e9],
      ["ms", 1e6],
      ["µs", 1e3],
    ],
    s: [],
    "B/s": [
      ["TB/s", 1e12],
      ["GB/s", 1e9],
      ["MB/s", 1e6],
      ["kB/s", 1e3],
    ],
    "packets/s": [
      ["million packets/s", 1e6],
      ["thousand packets/s", 1e3],
    ],
  };

/**
 * The axis of a metric: its name in words, its unit, the larger unit where the values are ten times that, or more.
 *
 * @param greatest of the values to be shown
 */
export function metricAxis(
  { name, unit }: PlotMetric,
  look: MetricPlot | undefined,
  greatest: number,
  scale: Axis["scale"],
): ScaledAxis {
  const label = look?.label ?? words(name);
  if (unit === "1" || unit === "")
    return {
      axis: {
        label,
        scale,
        ...(look?.of === undefined
          ? { unit: "1" }
          : { unit: look.of, format: percentLabel }),
      },
      factor: 1,
    };
  const [larger, size] = LARGER[unit]?.find(
    ([, many]) => Math.abs(greatest) >= 10 * many,
  ) ?? [unit, 1];
  return { axis: { label, unit: larger, scale }, factor: 1 / size };
}

/** `link-load.max` -> `Link load max`, `receiveRate` -> `Receive rate` */
export function words(name: string): string {
  const text = name
    .replaceAll(/[-._]/g, " ")
    .replaceAll(
      /([a-z\d])([A-Z])(?=[a-z])/g,
      (_, end: string, begin: string) => `${end} ${begin.toLowerCase()}`,
    );
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Whether a factor is a load: a share of the host link, wherever it stands in the scenario. */
export const isLoad = ({ name }: PlotFactor): boolean =>
  shortName(name) === "load";

/** A factor's name in words. A load of one entry is not what is offered in all, where others stand beside it. */
export function factorLabel(factor: PlotFactor): string {
  const [entry] = /^traffic\[\d+\]/.exec(factor.name) ?? [];
  if (!isLoad(factor)) return words(shortName(factor.name));
  return entry === undefined ? "Offered load" : `Load of ${entry}`;
}

/** The axis of a factor with numbers. */
export function factorAxis(
  factor: PlotFactor,
  values: readonly number[],
  scale: Axis["scale"] | undefined,
): Axis {
  const { unit } = factor;
  const chosen = scale ?? (geometric(values) ? "log" : "linear");
  const load = isLoad(factor);
  return {
    label: factorLabel(factor),
    ...(load ? { unit: "of the host link", format: percentLabel } : {}),
    ...(unit === "" ? {} : { unit }),
    scale: chosen,
    ...(chosen === "linear" && load
      ? { domain: [0, Math.max(...values) * 1.02] as const }
      : {}),
    // Few values on a logarithmic axis are sizes, and are read as such.
    ...(chosen === "log" && values.length <= 12 ? { ticks: values } : {}),
  };
}

/** Whether values rise by about equal factors over a range of 16 and more, as sizes of packets do. */
function geometric(values: readonly number[]): boolean {
  const [first = 0] = values;
  const last = values.at(-1) ?? 0;
  if (values.length < 3 || first <= 0 || last / first < 16) return false;
  const steps = values.slice(1).map((value, at) => value / (values[at] ?? 1));
  return (
    Math.max(...steps) <= 4 * Math.min(...steps) && Math.min(...steps) >= 1.4
  );
}
