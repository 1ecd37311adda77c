import type { LaneMap } from "./lane-map.ts";
import * as L from "./layout.ts";
import type { NetworkState } from "./state.ts";

/** The queue or holding buffer of input `i` that goes to `lane` of output `o` next, or -1. */
export type Admitted = (
  i: number,
  o: number,
  lane: number,
  t: number,
) => number;

/**
 * Chooses within an input of a switch with holding buffers. What a holding buffer has comes first, for it came before what is in its queue: packets
 * of a lane keep their order at every output. A head that may not send a copy yet keeps nobody from doing so.
 *
 * @param admits whether the head of queue `q` may have a copy sent at `t`
 */
export function createAdmitted(
  { memory: M, layout }: NetworkState,
  lanes: LaneMap,
  admits: (q: number, t: number) => boolean,
): Admitted {
  const { I_WANTS, Q0 } = L;
  const QUEUE_WORDS = layout.queueWords;
  const QUEUES = (1 << layout.lanes) - 1;
  return (i, o, lane, t) => {
    const wants = M[i + I_WANTS]!;
    const holding = lanes.queueAmong(i, o, lane, wants & ~QUEUES);
    if (holding >= 0) return holding;
    for (let rest = wants & QUEUES; rest !== 0;) {
      const q = lanes.queueAmong(i, o, lane, rest);
      if (q < 0 || admits(q, t)) return q;
      // It is the first of `rest` that wants this lane.
      rest &= -2 << ((q - i - Q0) / QUEUE_WORDS);
    }
    return -1;
  };
}
