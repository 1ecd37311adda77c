import type { Axis, Series } from "@fabriclab/experiment-plot";
import { arithmetic, type BySeed } from "../verdicts/conditions.ts";

/** A curve of means with its 95 % band; where a point has fewer than two values there is a gap, marked. */
export function curve(
  name: string,
  style: number,
  xs: readonly number[],
  values: (x: number) => BySeed,
  scale = 1,
): Series {
  const points: { x: number; y: number; low: number; high: number }[] = [];
  const gaps: number[] = [];
  for (const x of xs) {
    const found = values(x).filter((value) => value !== undefined);
    if (found.length < 2) {
      gaps.push(x);
      continue;
    }
    const { value, low, high } = arithmetic(found);
    points.push({ x, y: value * scale, low: low * scale, high: high * scale });
  }
  return { name, style, points, gaps };
}

/** What a model or the paper says: dashed. */
export const dashed = (
  name: string,
  style: number,
  points: readonly (readonly [x: number, y: number])[],
): Series => ({
  name,
  style,
  kind: "bound",
  points: points.map(([x, y]) => ({ x, y })),
});

export const THROUGHPUT: Axis = {
  label: "Throughput",
  unit: "of the links",
  scale: "linear",
  domain: [0, 1],
};

/** An axis with a tick at each value; logarithmic where there are several. */
export const valuesAxis = (
  label: string,
  values: readonly number[],
  unit?: string,
): Axis => ({
  label,
  ...(unit === undefined ? {} : { unit }),
  scale: values.length > 1 && values[0]! > 0 ? "log" : "linear",
  ticks: values,
});
