import { reportHtml, type ReportTable } from "@fabriclab/experiment-report";
import type { Chart } from "@fabriclab/experiment-plot";
import type { Drawing } from "./figures.ts";

/** All drawings on one self-contained page, with their numbers in tables. */
export const plotPage = (
  title: string,
  source: string,
  drawings: readonly Drawing[],
): string =>
  reportHtml({
    title,
    citation: `Drawn by fabriclab plot from ${source}.`,
    summary: [],
    claims: [],
    figures: drawings.map(({ id, svg, caption }) => ({
      id,
      svg,
      caption,
      ...(isWide(svg) ? { natural: true } : {}),
    })),
    tables: drawings.flatMap(({ charts, map }) => [
      ...charts.map(tableOf),
      ...(map === undefined ? [] : [tableOfMap(map)]),
    ]),
    parameters: [],
    notes: [],
    commands: [],
    seeds: [],
    versions: {},
    files: [],
  });

/** The width of the report's column, CSS pixels: 70 rem of 15 without its margins. */
const COLUMN = 1010;

/** Whether a picture would have to be shrunk to the page, and its letters with it. */
const isWide = (svg: string): boolean =>
  Number(/^<svg\b[^>]* width="(\d+)/.exec(svg)?.[1] ?? 0) > COLUMN;

const tableOfMap = ({
  metric,
  unit,
  channels,
}: NonNullable<Drawing["map"]>): ReportTable => ({
  caption: `${metric} of the channels between switches`,
  columns: ["Sending port", unit],
  rows: channels.map(({ port, value }) => [port, value]),
});

/** The numbers of a chart, so that they can be read without the picture. */
function tableOf(chart: Chart): ReportTable {
  const unit = ({ label, unit }: Chart["x"]): string =>
    unit === undefined ? label : `${label} (${unit})`;
  const format = chart.x.format ?? String;
  const rows = chart.series.flatMap((series) => [
    ...series.points.map((point) => ({
      x: point.x,
      cells: [
        point.y,
        point.low ?? "",
        point.high ?? "",
        series.capped?.includes(point) === true ? "limit" : "",
      ] as (string | number)[],
      name: series.name,
    })),
    ...(series.unsteady ?? []).map(({ x, y }) => ({
      x,
      cells: [y, "", "", "saturated"] as (string | number)[],
      name: series.name,
    })),
    ...(series.saturated ?? []).map((x) => ({
      x,
      cells: ["", "", "", "saturated: no mean"] as (string | number)[],
      name: series.name,
    })),
    ...(series.gaps ?? []).map((x) => ({
      x,
      cells: ["", "", "", "no value"] as (string | number)[],
      name: series.name,
    })),
  ]);
  return {
    caption: chart.title,
    columns: [
      "Series",
      unit(chart.x),
      unit(chart.y),
      `${chart.level ?? "95 %"} from`,
      `${chart.level ?? "95 %"} to`,
      "Note",
    ],
    rows: rows
      .sort((a, b) => (a.name === b.name ? a.x - b.x : 0))
      .map(({ x, cells, name }) => [
        name,
        chart.mark === "bar" || chart.x.format !== undefined
          ? format(x)
          : placeOf(x),
        ...cells,
      ]),
  };
}

/** Where a point is along x. Why not three figures, as of what was measured: it is what a row is found by, 65536 and not 65540. */
const placeOf = (x: number): string =>
  String(Number.isInteger(x) ? x : Number(x.toPrecision(6)));
