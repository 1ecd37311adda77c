/** Channels whose first packet waits, as a page draws them. */
export interface WaitsSeen {
  /** All of them, or an even sample, by rising number. */
  readonly drawn: Int32Array;
  /** How many there are. */
  readonly count: number;
}

/**
 * At most so many of the channels whose first packet waits, spread evenly over all of them: the first ones alone would show congestion in one corner only.
 *
 * @param held may name a channel several times, as its lanes wait each for itself
 */
export function sampleWaits(held: Iterable<number>, most: number): WaitsSeen {
  const all = Int32Array.from(new Set(held)).sort();
  const count = all.length;
  if (count <= most) return { drawn: all, count };
  return {
    drawn: Int32Array.from(
      { length: most },
      (_, k) => all[Math.floor((k * count) / most)]!,
    ),
    count,
  };
}
