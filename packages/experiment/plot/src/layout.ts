import { FabricError, nearest } from "@fabriclab/spec";
import {
  labelOfFactors,
  shortName,
  valuesOf,
  varyingFactors,
  type PlotData,
  type PlotFactor,
  type PlotPoint,
} from "./data.ts";
import { refuseTooMany } from "./too-many.ts";

/** What stands where. */
export interface Layout {
  /** Along the x axis; absent where points do not differ, or in the series only. */
  readonly x: PlotFactor | undefined;
  /** Each combination of their values is a curve, or a bar in each category. */
  readonly series: readonly PlotFactor[];
  /** Each combination of their values is a panel. */
  readonly panels: readonly PlotFactor[];
}

export interface LayoutWish {
  /** Factor along the x axis. */
  readonly x?: string;
  /** Factors of the curves; the others that differ then make panels. Default: all but x. */
  readonly series?: readonly string[];
}

/**
 * Decides what stands where. Along x: what was asked for, else of the factors that are not asked for as series a load, else that with most numbers, else that
 * with most values.
 *
 * @throws FabricError `E_PLOT_UNKNOWN_FACTOR` for a name that is no factor, `E_PLOT_TOO_MANY` where curves or panels would be more than can be read,
 * `E_PLOT_TWICE` for a factor that is to stand at two places
 */
export function layoutOf(data: PlotData, wish: LayoutWish = {}): Layout {
  refuseTwice(data, wish);
  const varying = varyingFactors(data);
  const named = wish.series?.map((name) => factorNamed(data, name, "series"));
  const x =
    wish.x === undefined
      ? usualX(
          data,
          varying.filter((factor) => named?.includes(factor) !== true),
        )
      : factorNamed(data, wish.x, "x");
  const series = named ?? varying.filter((factor) => factor !== x);
  const panels = varying.filter(
    (factor) => factor !== x && !series.includes(factor),
  );
  const count = (factors: readonly PlotFactor[]): number =>
    groupsOf(data.points, factors).size;
  refuseTooMany("curves", count(series), data, series);
  refuseTooMany("panels", count(panels), data, panels);
  return { x, series, panels };
}

/** Why: with a factor along x and among the series, each series has one category, and those left over become panels that nobody asked for. */
function refuseTwice(data: PlotData, { x, series = [] }: LayoutWish): void {
  const flags = [
    ...(x === undefined ? [] : [["x", x] as const]),
    ...series.map((name) => ["series", name] as const),
  ];
  const first = new Map<string, string>();
  for (const [flag, name] of flags) {
    const factor = factorNamed(data, name, flag).name;
    const given = `--${flag} ${name}`;
    const before = first.get(factor);
    if (before !== undefined)
      throw new FabricError({
        code: "E_PLOT_TWICE",
        message: `${factor} is given two places in the drawing`,
        where: { path: `${before} ${given}` },
        got: `${before} and ${given}`,
        expected: "each factor once: along x or among the series",
        hint: `leave one of the two out${otherFactors(data, factor)}`,
      });
    first.set(factor, given);
  }
}

const otherFactors = (data: PlotData, factor: string): string => {
  const others = varyingFactors(data).filter(({ name }) => name !== factor);
  return others.length === 0
    ? ""
    : `; the points differ in ${others.map(({ name }) => name).join(", ")}, too`;
};

function usualX(
  data: PlotData,
  varying: readonly PlotFactor[],
): PlotFactor | undefined {
  const numbers = (factor: PlotFactor): number => {
    const values = valuesOf(data.points, factor.name);
    return values.every((value) => typeof value === "number")
      ? values.length
      : 0;
  };
  const most = (of: (factor: PlotFactor) => number): PlotFactor | undefined =>
    varying.reduce<PlotFactor | undefined>(
      (best, factor) =>
        of(factor) > (best === undefined ? 0 : of(best)) ? factor : best,
      undefined,
    );
  return (
    varying.find(
      (factor) => shortName(factor.name) === "load" && numbers(factor) > 0,
    ) ??
    most(numbers) ??
    most((factor) => valuesOf(data.points, factor.name).length)
  );
}

/**
 * The factor of a name: the whole of it, or its last part where that is one factor's only.
 *
 * @throws FabricError `E_PLOT_UNKNOWN_FACTOR`
 */
export function factorNamed(
  data: Pick<PlotData, "factors" | "title">,
  name: string,
  flag: string,
): PlotFactor {
  const exact = data.factors.find((factor) => factor.name === name);
  const short = data.factors.filter(
    (factor) => shortName(factor.name) === name,
  );
  const found = exact ?? (short.length === 1 ? short[0] : undefined);
  if (found !== undefined) return found;
  const names = data.factors.map((factor) => factor.name);
  const close = nearest(name, names);
  throw new FabricError({
    code: "E_PLOT_UNKNOWN_FACTOR",
    message: `nothing of that name was varied`,
    where: { path: `--${flag}` },
    got: name,
    expected:
      names.length === 0
        ? "no factor: the points do not differ"
        : names.join(", "),
    ...(close === undefined ? {} : { hint: `did you mean ${close}?` }),
  });
}

/** Points by the label of some factors, in the order of the factors' values. */
export function groupsOf(
  points: readonly PlotPoint[],
  factors: readonly PlotFactor[],
): Map<string, PlotPoint[]> {
  const rank = factors.map(({ name }) => {
    const places = new Map(
      valuesOf(points, name).map((value, at) => [value, at]),
    );
    return (point: PlotPoint): number =>
      places.get(point.factors[name] ?? "") ?? -1;
  });
  const ordered = [...points].sort((a, b) => {
    for (const of of rank) {
      const difference = of(a) - of(b);
      if (difference !== 0) return difference;
    }
    return 0;
  });
  const groups = new Map<string, PlotPoint[]>();
  for (const point of ordered) {
    const label = labelOfFactors(point, factors);
    const group = groups.get(label);
    if (group === undefined) groups.set(label, [point]);
    else group.push(point);
  }
  return groups;
}
