import type {
  FactorValue,
  PlotFactor,
  PlotMetric,
  PlotValue,
} from "@fabriclab/experiment-plot";
import { FabricError } from "@fabriclab/spec";
import { inOneUnit } from "@fabriclab/units";
import type { PlacedPoint, PlotSource } from "./plot-source.ts";

/** A source and how the command names it. */
export interface NamedSource {
  readonly path: string;
  readonly source: PlotSource;
}

/** Own unit -> what its values are multiplied with, and the unit that they have then. */
interface Common {
  readonly unit: string;
  readonly times: (unit: string) => number;
}

/** A unit that a source has for something of a name. */
interface Used {
  readonly path: string;
  readonly unit: string;
}

/**
 * Sources whose factors and metrics of one name have one unit, that of the smallest: times of µs and ns are all in ns.
 *
 * @returns with `unlike`, the metrics whose units are not of one kind, and stay as they are: none of them can be drawn
 * @throws FabricError `E_CLI_PLOT_UNITS` for such a factor: it would stand on an axis, or tell points apart
 */
export function inAlikeUnits(sources: readonly NamedSource[]): {
  readonly sources: PlotSource[];
  readonly unlike: Readonly<Record<string, FabricError>>;
} {
  const unlike: Record<string, FabricError> = {};
  const metrics = new Map<string, Common>();
  for (const [name, used] of unitsOf(sources, ({ metrics, summaries = [] }) => [
    ...metrics,
    ...summaries,
  ])) {
    const common = commonUnit(used);
    if (common === undefined) unlike[name] = unlikeUnits(name, used);
    else metrics.set(name, common);
  }
  const factors = new Map<string, Common>();
  for (const [name, used] of unitsOf(sources, numericFactors)) {
    const common = commonUnit(used);
    if (common === undefined) throw unlikeUnits(name, used);
    factors.set(name, common);
  }
  return {
    sources: sources.map(({ source }) => converted(source, factors, metrics)),
    unlike,
  };
}

/** Words have no unit: only where a source has numbers does its unit matter. */
const numericFactors = ({ factors, points }: PlotSource): PlotFactor[] =>
  factors.filter(({ name }) =>
    points.some((point) => typeof point.factors[name] === "number"),
  );

function unitsOf(
  sources: readonly NamedSource[],
  of: (
    source: PlotSource,
  ) => readonly { readonly name: string; readonly unit: string }[],
): Map<string, Used[]> {
  const all = new Map<string, Used[]>();
  for (const { path, source } of sources)
    for (const { name, unit } of of(source))
      all.set(name, [...(all.get(name) ?? []), { path, unit }]);
  return all;
}

/** Undefined for units that are not of one kind. */
function commonUnit(used: readonly Used[]): Common | undefined {
  const units = [...new Set(used.map(({ unit }) => unit))];
  const [first = "", ...others] = units;
  if (others.length === 0) return { unit: first, times: () => 1 };
  const found = inOneUnit(units.map(one));
  if (found === undefined) return undefined;
  const { unit, numbers } = found;
  return { unit, times: (own) => numbers[units.indexOf(own)] ?? 1 };
}

/** Why the space: a unit that begins with a figure would else be read as another one. */
const one = (unit: string): string => `1 ${unit}`;

function converted(
  source: PlotSource,
  factors: ReadonlyMap<string, Common>,
  metrics: ReadonlyMap<string, Common>,
): PlotSource {
  const unitOf = new Map(source.factors.map(({ name, unit }) => [name, unit]));
  const timesOf = new Map(
    [...source.metrics, ...(source.summaries ?? [])].map(({ name, unit }) => [
      name,
      metrics.get(name)?.times(unit) ?? 1,
    ]),
  );
  const times = (name: string): number => timesOf.get(name) ?? 1;
  const commonly = <T extends PlotMetric>(metric: T): T => ({
    ...metric,
    unit: metrics.get(metric.name)?.unit ?? metric.unit,
  });
  return {
    ...source,
    factors: source.factors.map((factor) => ({
      ...factor,
      unit: factors.get(factor.name)?.unit ?? factor.unit,
    })),
    metrics: source.metrics.map(commonly),
    summaries: (source.summaries ?? []).map(commonly),
    points: source.points.map((point): PlacedPoint => ({
      ...point,
      factors: mapped(point.factors, (value, name) =>
        inCommon(value, unitOf.get(name) ?? "", factors.get(name)),
      ),
      metrics: mapped(point.metrics, (value, name) =>
        multiplied(value, times(name)),
      ),
      summaries: mapped(point.summaries ?? {}, (value, name) =>
        multiplied(value, times(name)),
      ),
      places: mapped(point.places, (places, name) =>
        mapped(places, (value) => value * times(name)),
      ),
    })),
  };
}

/** Why by way of texts: a product may not be the number nearest to the exact one, and one size would be two. */
function inCommon(
  value: FactorValue,
  own: string,
  common: Common | undefined,
): FactorValue {
  if (typeof value !== "number" || common === undefined || common.unit === own)
    return value;
  const exact = inOneUnit([`${String(value)} ${own}`, one(common.unit)]);
  return exact?.numbers[0] ?? value * common.times(own);
}

const multiplied = (
  { mean, ci95, percentiles, distribution, ...rest }: PlotValue,
  times: number,
): PlotValue => ({
  ...rest,
  mean: mean * times,
  ...(ci95 === undefined ? {} : { ci95: ci95 * times }),
  ...(percentiles === undefined
    ? {}
    : { percentiles: mapped(percentiles, (value) => value * times) }),
  ...(distribution === undefined
    ? {}
    : {
        distribution: () =>
          distribution().map((step) => ({ ...step, upTo: step.upTo * times })),
      }),
});

const mapped = <From, To>(
  record: Readonly<Record<string, From>>,
  to: (value: From, name: string) => To,
): Record<string, To> =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, to(value, name)]),
  );

const unlikeUnits = (name: string, used: readonly Used[]): FabricError =>
  new FabricError({
    code: "E_CLI_PLOT_UNITS",
    message: `The units of ${name} are not of one kind, and cannot stand on one axis.`,
    where: {
      file: used.map(({ path }) => path).join(", "),
      path: name,
    },
    got: used
      .map(({ path, unit }) => `${path}: ${unit === "" ? "none" : unit}`)
      .join("; "),
    expected: "the same unit in all, or units of one kind such as ns and us",
    hint: "draw them one by one",
  });
