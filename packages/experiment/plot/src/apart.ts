import { widthOf } from "./lines.ts";
import type { Axis } from "./chart.ts";

/** A tick and what is written at it. */
export interface Tick {
  readonly at: number;
  readonly text: string;
}

/** Between two texts side by side, CSS pixels. */
const GAP = 5;

/**
 * The ticks of an x axis with as many of their texts as have room: all, else every second, every third, … None lies on another; ticks without a text stay.
 *
 * @param ticks rising
 * @param width of the frame, CSS pixels
 */
export function apart(
  ticks: readonly Tick[],
  scale: Axis["scale"],
  [low, high]: readonly [number, number],
  width: number,
  fontSize: number,
): Tick[] {
  const along = (value: number): number =>
    scale === "log" ? Math.log(value) : value;
  const spots = ticks.map(({ at, text }) => {
    const middle =
      low < high
        ? ((along(at) - along(low)) / (along(high) - along(low))) * width
        : width / 2;
    const half = widthOf(text, fontSize) / 2;
    return { from: middle - half, to: middle + half };
  });
  const fits = (every: number): boolean =>
    spots
      .filter((_, index) => index % every === 0)
      .every(
        ({ from }, index, kept) =>
          index === 0 || from >= (kept[index - 1]?.to ?? 0) + GAP,
      );
  let every = 1;
  while (every < ticks.length && !fits(every)) every += 1;
  return ticks.map((tick, index) =>
    index % every === 0 ? tick : { ...tick, text: "" },
  );
}
