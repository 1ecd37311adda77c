import type { Chart, Point } from "./chart.ts";

/** The range of an axis: as it says, or all values drawn with a little room. */
export function range(
  chart: Chart,
  name: "x" | "y",
): readonly [number, number] {
  const axis = chart[name];
  if (axis.domain !== undefined) return axis.domain;
  const usable = valuesAlong(chart, name).filter(
    (value) => Number.isFinite(value) && (axis.scale === "linear" || value > 0),
  );
  if (usable.length === 0) return axis.scale === "log" ? [1, 10] : [0, 1];
  const [low, high] = endsOf(usable);
  if (name === "x")
    return low < high
      ? [low, high]
      : [Math.min(low / 2, low * 2), Math.max(low / 2, low * 2)];
  // A logarithmic axis spans at least a factor of two, or noise would look like a slope.
  if (axis.scale === "log")
    return [Math.min(low / 1.15, high / 2), high * 1.15];
  return fromZero(low, high);
}

/** The least and the greatest. Why not `Math.min` of all: a hundred thousand arguments are more than a call takes. */
export const endsOf = (values: readonly number[]): readonly [number, number] =>
  values.reduce(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Infinity, -Infinity],
  );

/** All values and 0, with a little room beyond them; 0 to 1 where all is 0. */
export const fromZero = (
  low: number,
  high: number,
  room = 1.06,
): readonly [number, number] => [
  Math.min(0, low * room),
  low >= 0 && high <= 0 ? 1 : Math.max(0, high * room),
];

/** All that stands at a number of an axis. */
export function valuesAlong(chart: Chart, name: "x" | "y"): number[] {
  // On a logarithmic axis an interval that reaches to nothing would push all else to the top: a tenth of its mean is as far as it goes.
  const lowest = ({ y, low = y }: Point): number =>
    chart[name].scale === "log" ? Math.max(low, y / 10) : low;
  const guides = (chart.guides ?? [])
    .filter(({ axis }) => axis === name)
    .map(({ at }) => at);
  return [
    ...guides,
    ...chart.series.flatMap(
      ({ points, unsteady = [], gaps = [], saturated = [], along = [] }) => {
        const all = [...points, ...unsteady];
        return name === "x"
          ? [
              ...all.map(({ x }) => x),
              ...gaps,
              ...saturated,
              ...along.flatMap(({ low, high }) => [low, high]),
            ]
          : all.flatMap((point) => [
              point.y,
              lowest(point),
              point.high ?? point.y,
            ]);
      },
    ),
  ];
}
