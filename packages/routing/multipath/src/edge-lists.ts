import type { Fabric, PathCycle } from "@fabriclab/spec";

/**
 * Cycle lists of the channels (Definition 1 of kim2007) as bit masks, cycle i in bit i. A cycle that runs along a channel is in its forward list, one
 * that runs against it (the paper's overbar) in its backward list. Lists of one cycle are single: their members outweigh those of longer lists.
 */
export interface EdgeLists {
  /** Channel -> forward members of a single list. */
  readonly singleForward: Int32Array;
  /** Channel -> backward members of a single list. */
  readonly singleBackward: Int32Array;
  /** Channel -> forward members of a longer list. */
  readonly forward: Int32Array;
  /** Channel -> backward members of a longer list. */
  readonly backward: Int32Array;
}

/** Complexity: O(channels + length of all cycles). */
export function edgeLists(
  fabric: Fabric,
  cycles: readonly PathCycle[],
): EdgeLists {
  const count = fabric.portCount;
  const lists: EdgeLists = {
    singleForward: new Int32Array(count),
    singleBackward: new Int32Array(count),
    forward: new Int32Array(count),
    backward: new Int32Array(count),
  };
  for (const [i, { channels }] of cycles.entries())
    for (const channel of channels) {
      const peer = fabric.portPeer[channel] ?? 0;
      lists.forward[channel] = (lists.forward[channel] ?? 0) | (1 << i);
      lists.backward[peer] = (lists.backward[peer] ?? 0) | (1 << i);
    }
  for (let channel = 0; channel < count; channel++) {
    const [forward = 0, backward = 0] = [
      lists.forward[channel],
      lists.backward[channel],
    ];
    const all = forward | backward;
    if (all === 0 || (all & (all - 1)) !== 0) continue;
    lists.singleForward[channel] = forward;
    lists.singleBackward[channel] = backward;
    lists.forward[channel] = 0;
    lists.backward[channel] = 0;
  }
  return lists;
}

/** The path bits of a path: those that matter, and their values. */
export interface Bits {
  readonly care: number;
  readonly value: number;
}

/**
 * The union of the cycle lists of a path (Definition 2) and its bits (Algorithm 3): 1 along the cycle, 0 against it, otherwise they do not matter.
 *
 * The paper's union of two lists is not associative. Here all channels of the path vote at once, cycle by cycle: two single lists that contradict each
 * other leave the path without bits; a single list outweighs longer ones; longer ones that contradict each other cancel.
 *
 * @param singleForward union over the channels of the path, like the other three
 * @returns undefined where the path has no bits
 */
export function pathBitsOf(
  singleForward: number,
  singleBackward: number,
  forward: number,
  backward: number,
): Bits | undefined {
  if ((singleForward & singleBackward) !== 0) return undefined;
  const single = singleForward | singleBackward;
  const cancelled = forward & backward;
  const value = singleForward | (forward & ~single & ~cancelled);
  const against = singleBackward | (backward & ~single & ~cancelled);
  return { care: value | against, value };
}
