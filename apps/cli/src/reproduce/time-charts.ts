import { sizeLabel, type Axis, type Series } from "@fabriclab/experiment-plot";
import type { Estimate } from "./estimate.ts";

const NS_PER_US = 1000;

/** An axis of message sizes, ticked at each. */
export const sizeAxis = (sizes: readonly number[]): Axis => ({
  label: "Message size",
  scale: "log",
  ticks: sizes,
  format: sizeLabel,
});

/** A logarithmic axis of microseconds. */
export const timeAxis = (label: string): Axis => ({
  label,
  unit: "µs",
  scale: "log",
});

/** The two panels that the papers split their figures into: small and large messages. */
export const sizePanels = (
  sizes: readonly number[],
  smallUpTo: number,
): readonly {
  readonly letter: string;
  readonly name: string;
  readonly of: readonly number[];
}[] => [
  {
    letter: "a",
    name: "small size",
    of: sizes.filter((size) => size <= smallUpTo),
  },
  {
    letter: "b",
    name: "large size",
    of: sizes.filter((size) => size > smallUpTo),
  },
];

/** A time over the message size with its band. */
export const timeSeries = (
  name: string,
  style: number,
  sizes: readonly number[],
  timeNs: (size: number) => Estimate,
): Series => ({
  name,
  style,
  points: sizes.map((size) => {
    const { value, low, high } = timeNs(size);
    return {
      x: size,
      y: value / NS_PER_US,
      low: low / NS_PER_US,
      high: high / NS_PER_US,
    };
  }),
});

/** What a time cannot fall below, over the message size: dashed. */
export const boundSeries = (
  name: string,
  style: number,
  sizes: readonly number[],
  timeNs: (size: number) => Estimate,
): Series => ({
  name,
  style,
  kind: "bound",
  points: sizes.map((size) => ({ x: size, y: timeNs(size).value / NS_PER_US })),
});
