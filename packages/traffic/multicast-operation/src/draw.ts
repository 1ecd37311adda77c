import type { RandomStream } from "@fabriclab/spec";

/**
 * The first `count` of a random order of `from` (Fisher and Yates, stopped early). For the same stream a smaller count gives a prefix of a
 * larger one. O(|from|).
 */
export function draw<T>(
  from: readonly T[],
  count: number,
  random: RandomStream,
): T[] {
  const order = [...from];
  for (let i = 0; i < count; i++) {
    const j = i + random.below(order.length - i);
    [order[i], order[j]] = [order[j] as T, order[i] as T];
  }
  return order.slice(0, count);
}
