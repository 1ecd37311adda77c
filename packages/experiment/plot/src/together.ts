import { FabricError } from "@fabriclab/spec";
import type { PlotData, PlotFactor, PlotMetric } from "./data.ts";
import { layoutOf, type LayoutWish } from "./layout.ts";

/** Several metrics as one, whose points differ in a factor more: which of them it is. */
export interface Together {
  readonly data: PlotData;
  readonly metric: PlotMetric;
  /** Where things stand: that factor among the series. */
  readonly wish: LayoutWish;
}

/**
 * Metrics of one unit as they stand in one chart: a curve, or a bar, for each of them beside those for each combination of the series.
 *
 * @throws FabricError `E_PLOT_UNITS` where their units differ, `E_PLOT_TWICE` for one that is named twice, those of `layoutOf`
 */
export function together(
  data: PlotData,
  metrics: readonly PlotMetric[],
  wish: LayoutWish,
): Together {
  const [first] = metrics;
  const names = metrics.map(({ name }) => name);
  if (metrics.some(({ unit }) => unit !== first?.unit)) throw unlike(metrics);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw namedTwice(twice, names);
  const metric = { name: names.join(","), unit: first?.unit ?? "" };
  const factor: PlotFactor = { name: factorName(data), unit: "" };
  // Decided without the metrics: a category for each of them is what nobody asks for where something was varied.
  const x = wish.x ?? layoutOf(data, withoutFactor(wish, factor)).x?.name;
  const isPlaced =
    wish.series === undefined || [...wish.series, wish.x].includes(factor.name);
  return {
    metric,
    data: {
      ...data,
      factors: [...data.factors, factor],
      metrics: [metric],
      points: data.points.flatMap((point) =>
        names.map((name) => {
          const value = point.metrics[name];
          return {
            ...point,
            factors: { ...point.factors, [factor.name]: name },
            // The others stay, for one of them may stand along x.
            metrics: {
              ...point.metrics,
              ...(value === undefined ? {} : { [metric.name]: value }),
            },
          };
        }),
      ),
    },
    wish: {
      ...wish,
      ...(x === undefined ? {} : { x }),
      ...(wish.series === undefined || isPlaced
        ? {}
        : { series: [...wish.series, factor.name] }),
    },
  };
}

/** Where the metrics are not yet a factor, it cannot be named. */
const withoutFactor = (
  { x, series }: LayoutWish,
  { name }: PlotFactor,
): LayoutWish => ({
  ...(x === undefined ? {} : { x }),
  ...(series === undefined
    ? {}
    : { series: series.filter((one) => one !== name) }),
});

/** What the factor is called: `metric`, unless something that was varied is called so. */
function factorName({ factors }: PlotData): string {
  let name = "metric";
  while (factors.some((factor) => factor.name === name)) name = `drawn ${name}`;
  return name;
}

const unlike = (metrics: readonly PlotMetric[]): FabricError =>
  new FabricError({
    code: "E_PLOT_UNITS",
    message: "results of several units cannot stand on one axis",
    where: { path: "--metric" },
    got: metrics
      .map(({ name, unit }) => `${name}: ${unit === "" ? "no unit" : unit}`)
      .join("; "),
    expected: "the same unit in all of them",
    hint: `draw them side by side: ${metrics.map(({ name }) => `--metric ${name}`).join(" ")}`,
  });

const namedTwice = (name: string, names: readonly string[]): FabricError =>
  new FabricError({
    code: "E_PLOT_TWICE",
    message: `${name} is to be drawn twice in one chart`,
    where: { path: "--metric" },
    got: names.join(","),
    expected: "each result once",
  });
