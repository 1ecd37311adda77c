import {
  channelsOf,
  fabricMap,
  fixedFactors,
} from "@fabriclab/experiment-plot";
import { FabricError, type Fabric, type MetricPlot } from "@fabriclab/spec";
import { many } from "../naming/words.ts";
import { remedyOf } from "./no-values.ts";
import type { Drawing } from "./figures.ts";
import {
  refuseUnlike,
  type PlacedPoint,
  type PlotSource,
} from "./plot-source.ts";

/**
 * The fabric with its channels coloured by a metric of one point.
 *
 * @param given the fabric; default: the one that the results' folder keeps
 * @param name of the metric; default: the first that says where
 * @param range where colours begin; default `auto`
 * @throws FabricError `E_CLI_PLOT_PLACES` where no metric says where, or several points are left; `E_CLI_PLOT_UNITS`
 */
export function drawMap(
  data: PlotSource,
  given: Fabric | undefined,
  name: string | undefined,
  look: (metric: string) => MetricPlot | undefined,
  range?: "auto" | "zero",
): Drawing {
  const point = onlyPoint(data);
  const metric = name ?? Object.keys(point.places)[0];
  const places = metric === undefined ? undefined : point.places[metric];
  if (metric === undefined || places === undefined)
    throw noPlaces(point, name, data);
  refuseUnlike(data, metric);
  const fabric = given ?? point.fabric?.();
  if (fabric === undefined) throw noFabric();
  const unit = data.metrics.find((one) => one.name === metric)?.unit ?? "1";
  const share = unit === "1";
  const base = metric.split(".", 1)[0] ?? metric;
  const saturated = point.status === "saturated" ? ", saturated" : "";
  const title = [data.title, ...fixedFactors(data)].join(", ");
  const said: string[] = [];
  const shown = {
    places,
    unit: share ? `% ${look(metric)?.of ?? ""}`.trim() : unit,
    factor: share ? 100 : 1,
  };
  const svg = fabricMap(fabric, {
    ...shown,
    metric: base,
    title: `${title}: channels by ${base}${saturated}`,
    ...(range === undefined ? {} : { range }),
    tell: (one) => said.push(one),
  });
  return {
    id: `map-${metric.replaceAll(/[^a-z0-9]+/gi, "-")}`,
    caption: [
      `Channels between switches by ${base}${saturated}: ${title}.`,
      ...said,
    ].join(" "),
    svg,
    charts: [],
    map: { metric, unit: shown.unit, channels: channelsOf(fabric, shown) },
  };
}

/** Why: a point that has no values at all must not be told to measure something else. */
function noPlaces(
  { places, unlikePlaces = {}, status }: PlacedPoint,
  name: string | undefined,
  { metrics }: PlotSource,
): FabricError {
  const head = {
    code: "E_CLI_PLOT_PLACES",
    where: { path: name === undefined ? "--kind map" : `--metric ${name}` },
    expected: "a metric with a value for every channel",
  } as const;
  if (NO_VALUES.has(status))
    return new FabricError({
      ...head,
      message: `The point ${status}, so that no channel has a value.`,
      got: status,
      hint: `${remedyOf([status])}; --where chooses another point`,
    });
  const unlike = Object.entries(unlikePlaces).filter(
    ([of]) => name === undefined || of === name,
  );
  const placed = Object.keys(places);
  const [base = ""] = (name ?? "").split(".");
  const greatest = `${base}.max`;
  const kind = metrics.some((one) => one.name === greatest)
    ? base
    : "link-load";
  return new FabricError({
    ...head,
    message: "The result does not say where on the fabric.",
    got:
      unlike.length > 0
        ? unlike
            .map(
              ([of, most]) =>
                `${of} at ${many(most, "channel")} of each run, not the same in all`,
            )
            .join("; ")
        : placed.length === 0
          ? "no metric with places"
          : `places of ${placed.join(", ")}`,
    hint:
      greatest in places
        ? `--metric ${greatest} draws it`
        : `measure with metrics: [{ kind: ${kind}, top: 1000000 }] and draw ${kind}.max`,
  });
}

/** Statuses of points without any value. */
const NO_VALUES: ReadonlySet<string> = new Set(["deadlocked", "failed"]);

const noFabric = (): FabricError =>
  new FabricError({
    code: "E_CLI_PLOT_PLACES",
    message: "A map needs the fabric on which the result was simulated.",
    where: { path: "--kind map" },
    got: "no --fabric, and none that was kept with the results",
    expected: "--fabric FILE, or a folder that `sweep` wrote",
    hint: "write a generated one with `fabriclab topology`",
  });

function onlyPoint(data: PlotSource): PlacedPoint {
  const [point] = data.points;
  if (point !== undefined && data.points.length === 1) return point;
  const differ = data.factors
    .map(({ name }) => name)
    .filter(
      (name) =>
        new Set(data.points.map(({ factors }) => factors[name])).size > 1,
    );
  throw new FabricError({
    code: "E_CLI_PLOT_PLACES",
    message: "A map is drawn of one point.",
    where: { path: "--kind map" },
    got: `${String(data.points.length)} points that differ in ${differ.join(", ")}`,
    expected: "one point",
    hint: `choose it with ${differ.map((name) => `--where ${name}=VALUE`).join(" ")}`,
  });
}
