import type { RandomStream } from "@fabriclab/spec";

/**
 * A standard normal variate (Box and Muller's radius, with a direction drawn from the disc as by Marsaglia, so that no sine is needed and every
 * engine gives the same bits).
 */
export function normal(random: RandomStream): number {
  for (;;) {
    const u = 2 * random.uniform() - 1;
    const v = 2 * random.uniform() - 1;
    const square = u * u + v * v;
    if (square > 0 && square < 1)
      return u * Math.sqrt((2 * random.exponential()) / square);
  }
}
