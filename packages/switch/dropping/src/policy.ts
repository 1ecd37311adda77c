import {
  DropCause,
  PACKET_DROPPABLE,
  type Drop,
  type DropFactory,
} from "@fabriclab/spec";

/** What a policy discards. */
export interface Limits {
  /** Longest time at the head of a queue, in ps (HLL); Infinity = none. */
  readonly headPs: number;
  /** Longest time in a switch, in ps (SLL); Infinity = none. */
  readonly switchPs: number;
  /** Whether packets without `PACKET_DROPPABLE` stay. */
  readonly selective: boolean;
  /** Head drops in a row after which a queue is stalled; 0 = it never is. */
  readonly stallCount: number;
}

/** A stalled queue discards for so many head-of-queue lifetimes. */
const STALL_LIFETIMES = 8;

const FOR_EVER = -1;

function createDrop(limits: Limits, queues: number, tickPs: number): Drop {
  const { selective, stallCount } = limits;
  const headTicks = limits.headPs / tickPs;
  const switchTicks = limits.switchPs / tickPs;
  /** Why the head of a queue goes if its patience ends. */
  const cause = new Uint8Array(queues);
  /** Head drops in a row, per queue. */
  const inRow = new Uint8Array(queues);
  /** Tick until which a queue is stalled. */
  const stalledUntil = new Float64Array(queues).fill(-1);

  return {
    patience(queue, _sl, flags, now, arrived) {
      if (selective && (flags & PACKET_DROPPABLE) === 0) return FOR_EVER;
      if (now < stalledUntil[queue]!) {
        cause[queue] = DropCause.stalled;
        return 0;
      }
      const life = switchTicks - (now - arrived);
      if (life < headTicks) {
        cause[queue] = DropCause.switchLifetime;
        return Math.max(0, life);
      }
      cause[queue] = DropCause.headLifetime;
      return headTicks === Infinity ? FOR_EVER : headTicks;
    },
    dropped(queue, now) {
      const why = cause[queue] as DropCause;
      if (why === DropCause.headLifetime && stallCount > 0) {
        inRow[queue]!++;
        if (inRow[queue] === stallCount) {
          inRow[queue] = 0;
          stalledUntil[queue] = now + STALL_LIFETIMES * headTicks;
        }
      }
      return why;
    },
    sent(queue) {
      inRow[queue] = 0;
    },
  };
}

/** A drop policy of the given limits. */
export const policy = (name: string, limits: Limits): DropFactory => ({
  name,
  selective: limits.selective,
  create: (queues, tickPs) => createDrop(limits, queues, tickPs),
});
