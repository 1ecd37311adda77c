import type { Fabric, PathCycle } from "@fabriclab/spec";

/** Bits that a mask has for each direction: cycles run along a channel in the low half, against it in the high half. */
export const HALF = 16;
const LOW = 2 ** HALF - 1;

/**
 * Cycle lists of the channels (Definition 1 of kim2007) as bit masks, at most 14 cycles. A cycle that runs along a channel has bit i of its list set,
 * one that runs against it (the paper's overbar) bit i + {@link HALF}. Lists of one cycle are single: their members outweigh those of longer lists.
 */
export interface EdgeLists {
  /** Channel -> members of a single list. */
  readonly single: Int32Array;
  /** Channel -> members of a longer list. */
  readonly longer: Int32Array;
}

/** Complexity: O(channels + length of all cycles). */
export function edgeLists(
  fabric: Fabric,
  cycles: readonly PathCycle[],
): EdgeLists {
  const single = new Int32Array(fabric.portCount);
  const longer = new Int32Array(fabric.portCount);
  for (const [i, { channels }] of cycles.entries())
    for (const channel of channels) {
      const peer = fabric.portPeer[channel] ?? 0;
      longer[channel] = (longer[channel] ?? 0) | (1 << i);
      longer[peer] = (longer[peer] ?? 0) | (1 << (i + HALF));
    }
  for (const [channel, list] of longer.entries()) {
    const all = (list | (list >>> HALF)) & LOW;
    if (all === 0 || (all & (all - 1)) !== 0) continue;
    single[channel] = list;
    longer[channel] = 0;
  }
  return { single, longer };
}

/** What {@link pathBitsOf} says of a path that has no bits. */
export const NO_BITS = -1;

/**
 * The union of the cycle lists of a path (Definition 2) and its bits (Algorithm 3): 1 along the cycle, 0 against it, otherwise they do not matter.
 *
 * The paper's union of two lists is not associative. Here all channels of the path vote at once, cycle by cycle: two single lists that contradict each
 * other leave the path without bits, and every path that it is a part of; a single list outweighs longer ones; longer ones that contradict each other
 * cancel.
 *
 * @param single union over the channels of the path, like the other one
 * @returns the bits that matter, and in the high half their values; {@link NO_BITS}
 */
export function pathBitsOf(single: number, longer: number): number {
  const along = single & LOW;
  const against = single >>> HALF;
  if ((along & against) !== 0) return NO_BITS;
  const rest = (longer ^ (longer >>> HALF)) & LOW & ~(along | against);
  return along | against | rest | ((along | (longer & rest)) << HALF);
}
