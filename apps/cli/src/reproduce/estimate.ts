import { meanInterval } from "@fabriclab/sim";

/** A positive quantity estimated over seeds: geometric mean with a 95 % interval. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Geometric mean with its 95 % Student-t interval, from the logarithms of independent observations.
 *
 * Why logarithms: a ratio and its inverse must get the same verdict, and an interval of a time must not reach below zero.
 */
export function estimate(logs: readonly number[]): Estimate {
  const { mean, halfWidth } = meanInterval(logs, 0.95);
  return {
    value: Math.exp(mean),
    low: Math.exp(mean - halfWidth),
    high: Math.exp(mean + halfWidth),
  };
}

/** Seed by seed mean of several lists of logarithms: the geometric mean over, say, message sizes. */
export function average(lists: readonly (readonly number[])[]): number[] {
  const [first = []] = lists;
  return first.map(
    (_, seed) =>
      lists.reduce((sum, list) => sum + list[seed]!, 0) / lists.length,
  );
}

/** Seed by seed a - b: the logarithm of a ratio of ratios. */
export const minus = (a: readonly number[], b: readonly number[]): number[] =>
  a.map((value, seed) => value - b[seed]!);
