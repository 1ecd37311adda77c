import { FabricError } from "@fabriclab/spec";
import { valuesOf, type PlotData, type PlotFactor } from "./data.ts";

/** More curves than this cannot be told apart: colours times markers would still differ, eyes do not. */
const MOST_SERIES = 21;
const MOST_PANELS = 12;
/** Places for names along x: with more, the drawing is wider than programs show. */
const MOST_CATEGORIES = 300;

const MOST = {
  curves: MOST_SERIES,
  panels: MOST_PANELS,
  categories: MOST_CATEGORIES,
} as const;

/**
 * Refuses more curves, panels or categories than can be read.
 *
 * @param count how many there would be
 * @param factors whose values they are
 * @throws FabricError `E_PLOT_TOO_MANY`
 */
export function refuseTooMany(
  what: keyof typeof MOST,
  count: number,
  { title, points }: Pick<PlotData, "title" | "points">,
  factors: readonly PlotFactor[],
): void {
  if (count <= MOST[what]) return;
  throw new FabricError({
    code: "E_PLOT_TOO_MANY",
    message: `that would be ${String(count)} ${what}, more than can be ${what === "categories" ? "read" : "told apart"}`,
    where: { path: title },
    got: factors
      .map(
        ({ name }) =>
          `${name}: ${String(valuesOf(points, name).length)} values`,
      )
      .join(", "),
    expected: `at most ${String(MOST[what])}`,
    hint: `keep some with --where ${factors[0]?.name ?? "key"}=VALUE, or name others with --x and --series`,
  });
}

/** @throws FabricError `E_PLOT_TOO_MANY` where bars would stand at more places along x than can be read */
export function refuseManyCategories(
  data: Pick<PlotData, "title" | "points">,
  x: PlotFactor | undefined,
): void {
  if (x === undefined) return;
  refuseTooMany("categories", valuesOf(data.points, x.name).length, data, [x]);
}
