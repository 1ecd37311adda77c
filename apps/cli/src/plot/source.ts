import { statSync } from "node:fs";
import { basename, extname, resolve } from "node:path";
import type {
  FactorValue,
  PlotFactor,
  PlotValue,
} from "@fabriclab/experiment-plot";
import { FabricError } from "@fabriclab/spec";
import { keptFabric } from "../sweep/fabrics.ts";
import { summaryIn } from "../sweep/summary.ts";
import { resultsSoFar, unfinished } from "../sweep/unfinished.ts";
import { inAlikeUnits, type NamedSource } from "./alike-units.ts";
import type { PlacedPoint, PlotSource } from "./plot-source.ts";
import { beyondSaturation } from "./beyond-saturation.ts";
import { EXPECTED, readRun } from "./run-file.ts";
import { summariesIn } from "./summaries.ts";

/** What several files or folders differ in. */
const FILE = "file";

/**
 * What is to be drawn: a sweep's folder, results that `run -o` wrote, or several of either, told apart by their names.
 *
 * @param given a path that leads to one that was named before is left out
 * @param tell told of files that are damaged or named twice, and of a sweep that is not finished
 * @throws FabricError `E_CLI_UNREADABLE_FILE`, `E_CLI_PLOT_SOURCE` for a file that is no result, `E_CLI_PLOT_UNITS`, those of `readResults`
 */
export async function plotSource(
  given: readonly string[],
  tell: (said: string) => void,
): Promise<PlotSource> {
  const paths = eachOnce(given, tell);
  const named: NamedSource[] = [];
  for (const path of paths)
    named.push({
      path,
      source: statSync(path).isDirectory()
        ? await ofFolder(path, tell)
        : ofFile(path),
    });
  const [only] = named;
  if (only !== undefined && named.length === 1) return only.source;
  const { sources, unlike: unlikeUnits } = inAlikeUnits(named);
  const names = paths.map((path) => basename(resolve(path), extname(path)));
  const unlike = new Set(names).size === names.length ? names : paths;
  const byName = <T extends { readonly name: string }>(
    all: readonly T[],
  ): T[] => [...new Map(all.map((one) => [one.name, one])).values()];
  return {
    title: [...new Set(sources.map(({ title }) => title))].join(", "),
    factors: byName<PlotFactor>([
      { name: FILE, unit: "" },
      ...sources.flatMap(({ factors }) => factors),
    ]),
    metrics: byName(sources.flatMap(({ metrics }) => metrics)),
    summaries: byName(sources.flatMap(({ summaries = [] }) => summaries)),
    unlikeUnits,
    points: sources.flatMap(({ points }, at) =>
      points.map((point) => ({
        ...point,
        factors: { ...point.factors, [FILE]: unlike[at] ?? "" },
      })),
    ),
  };
}

/** The paths of files and folders that are not named before, by whichever spelling. */
function eachOnce(
  paths: readonly string[],
  tell: (said: string) => void,
): string[] {
  const first = new Map<string, string>();
  for (const path of paths) {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (found === undefined) throw nothingAt(path);
    // Why not its real path: that of a pipe does not exist.
    const key = `${found.dev}:${found.ino}`;
    const before = first.get(key);
    if (before === undefined) first.set(key, path);
    else
      tell(
        `note: ${before === path ? `${path} is named twice` : `${before} and ${path} are the same`}, and drawn once`,
      );
  }
  return [...first.values()];
}

const nothingAt = (path: string): FabricError =>
  new FabricError({
    code: "E_CLI_UNREADABLE_FILE",
    message: `There is nothing at ${path}.`,
    where: { file: path },
    got: "no such file or folder",
    expected: EXPECTED,
  });

function ofFile(file: string): PlotSource {
  const { experiment, metrics, summaries, point } = readRun(file);
  return {
    title: experiment,
    factors: [],
    metrics,
    summaries,
    points: [point],
  };
}

async function ofFolder(
  folder: string,
  tell: (said: string) => void,
): Promise<PlotSource> {
  const { cumulativeOf, histogramsIn, pointsOf } =
    await import("@fabriclab/experiment-store");
  const results = await resultsSoFar(folder, {
    onDamaged: (file) => {
      tell(`${file} is damaged and left out`);
    },
  });
  const missing = unfinished(folder, results);
  if (missing !== undefined) tell(missing);
  const rowsOf = new Map<number, (typeof results.rows)[number][]>();
  for (const row of results.rows) {
    const point = Number(row["point"]);
    rowsOf.set(point, [...(rowsOf.get(point) ?? []), row]);
  }
  const points = longest(pointsOf(results));
  const beyond = beyondSaturation(summaryIn(folder), points);
  return {
    title: results.experiment,
    factors: results.factors,
    metrics: results.metrics,
    summaries: summariesIn(results),
    points: points.map((point) => ({
      factors: point.factors,
      ...(point.confidence === undefined
        ? {}
        : { confidence: point.confidence }),
      fabric: () => keptFabric(folder, point.factors),
      status: beyond.has(point) ? "saturated" : point.status,
      ...(point.saturated > 0 && point.status !== "saturated"
        ? { partly: true as const }
        : {}),
      metrics: Object.fromEntries(
        results.metrics.flatMap(({ name, histogram }) => {
          const value = point.metrics[name];
          if (value === undefined) return [];
          if (histogram === undefined) return [[name, value] as const];
          const distribution = () =>
            cumulativeOf(
              histogramsIn(
                (rowsOf.get(point.point) ?? []).map((row) => row[histogram]),
              ) ?? [],
              point.confidence,
            );
          return [[name, { ...value, distribution }] as const];
        }),
      ),
      summaries: Object.assign(
        {},
        ...Object.values(point.metrics).map(({ summaries }) => summaries),
      ) as Readonly<Record<string, PlotValue>>,
      ...placesOf(results.metrics, rowsOf.get(point.point) ?? []),
    })),
  };
}

/** The last of the points with the same factors: those that a search for saturation ran again, longer. */
const longest = <
  T extends { readonly factors: Readonly<Record<string, FactorValue>> },
>(
  points: readonly T[],
): T[] => [
  ...new Map(
    points.map((point) => [JSON.stringify(point.factors), point]),
  ).values(),
];

type Places = Readonly<Record<string, number>>;

/** What the runs of a point have at places, by metric. */
function placesOf(
  metrics: readonly { readonly name: string; readonly places?: string }[],
  rows: readonly Readonly<Record<string, unknown>>[],
): Required<Pick<PlacedPoint, "places" | "unlikePlaces">> {
  const places: Record<string, Places> = {};
  const unlikePlaces: Record<string, number> = {};
  for (const { name, places: column } of metrics) {
    if (column === undefined) continue;
    const runs = rows.flatMap((row) => {
      const text = row[column];
      return typeof text === "string" ? [JSON.parse(text) as Places] : [];
    });
    const mean = runs.length < rows.length ? undefined : meanPlaces(runs);
    const most = Math.max(0, ...runs.map((run) => Object.keys(run).length));
    if (mean !== undefined) places[name] = mean;
    else if (most > 0) unlikePlaces[name] = most;
  }
  return { places, unlikePlaces };
}

/** Values at places, their mean over runs; undefined where a run has others than the first. */
function meanPlaces(runs: readonly Places[]): Places | undefined {
  const [first] = runs;
  if (first === undefined) return undefined;
  const places = Object.keys(first);
  if (
    runs.some(
      (run) =>
        Object.keys(run).length !== places.length ||
        places.some((place) => run[place] === undefined),
    )
  )
    return undefined;
  return Object.fromEntries(
    places.map((place) => [
      place,
      runs.reduce((sum, run) => sum + (run[place] ?? 0), 0) / runs.length,
    ]),
  );
}
