import { visible } from "@fabriclab/spec";
import type { Axis, Chart, Figure } from "./chart.ts";

/**
 * A figure whose texts are what their letters are: control characters and marks of direction as `\x1b` and `\u202e`, tabs and ends of lines as spaces.
 *
 * Why: a name of somebody else's with U+202E in it turns round what stands behind it, in a title the rest of the title; and an end of a line in the name of a bar
 * takes a row for which no room was made.
 */
export const legible = (figure: Figure): Figure => ({
  ...figure,
  title: shown(figure.title),
  description: shown(figure.description),
  charts: figure.charts.map((chart): Chart => ({
    ...chart,
    title: shown(chart.title),
    x: axis(chart.x),
    y: axis(chart.y),
    series: chart.series.map((series) => ({
      ...series,
      name: shown(series.name),
    })),
  })),
  ...(figure.notes === undefined ? {} : { notes: figure.notes.map(shown) }),
});

const shown = (text: string): string =>
  visible(text).replaceAll(/[\t\n]/g, " ");

function axis(given: Axis): Axis {
  const { label, unit, format } = given;
  return {
    ...given,
    label: shown(label),
    ...(unit === undefined ? {} : { unit: shown(unit) }),
    ...(format === undefined
      ? {}
      : { format: (value) => shown(format(value)) }),
  };
}
