import type { Options, Params, Plugin } from "./plugin.ts";

/** Why a packet was discarded: bits 16-19 of `JOURNAL_CLASS` of a `dropped` record. */
export const DropCause = {
  /** No path, no such lane, or nobody there who takes it. */
  unroutable: 0,
  /** Head of its queue for longer than the head-of-queue lifetime limit (HLL). */
  headLifetime: 1,
  /** In the switch for longer than the switch lifetime limit (SLL). */
  switchLifetime: 2,
  /** Its lane is stalled: too many packets in a row were dropped (VLStallCount). */
  stalled: 3,
  /** The link that it was on, or was to take, is down. */
  linkDown: 4,
} as const;
export type DropCause = (typeof DropCause)[keyof typeof DropCause];

/** May discard the head of an input queue that waits too long (HLL, SLL, selective, VLStallCount). */
export interface Drop {
  /**
   * The packet became head of `queue` at `now`: ticks from then until it is to be dropped, or -1 for never.
   * @param queue (input port, lane), dense over the network
   * @param flags the packet's, see `PACKET_DROPPABLE`
   * @param arrived when its header came into the buffer, perhaps long before it became head
   */
  patience(
    queue: number,
    sl: number,
    flags: number,
    now: number,
    arrived: number,
  ): number;
  /** The head of `queue` was dropped at `now`, because its patience had ended. @returns why, for the record of it */
  dropped(queue: number, now: number): DropCause;
  sent(queue: number, now: number): void;
}

export interface DropFactory {
  readonly name: string;
  /** It leaves packets without `PACKET_DROPPABLE` alone, with the options that it was built with. Absent = unknown. */
  readonly selective?: boolean;
  create(queues: number, tickPs: number): Drop;
}

export interface DropPlugin<P extends Params = Params> extends Plugin<
  "drop",
  P,
  {
    /** Packets without `PACKET_DROPPABLE` are never dropped. */
    readonly selective: boolean;
  }
> {
  build(options: Options<P>): DropFactory;
}
