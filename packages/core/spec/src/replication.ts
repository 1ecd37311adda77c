import type { PortMask } from "./port-mask.ts";
import type { Options, Params, Plugin } from "./plugin.ts";

/**
 * `asynchronous`: each copy leaves when its own output is free. `gang`: a multicast packet starts on all its outputs at once, when the policy
 * grants it (RBB, synchronous FCFS or round-robin).
 */
export type ReplicationFactory =
  | {
      readonly name: string;
      readonly mode: "asynchronous";
      /**
       * Holding buffers, of one packet each, that the input lanes of a switch share; `Infinity` = each lane has its own. The first copy of a packet
       * with several outputs takes it out of its lane into a free one; of a lane one packet at a time. Absent = packets wait in the input buffer.
       */
      readonly concurrent?: number;
      /** Packets of a central multicast queue per (output, lane), served before unicast. Absent = copies wait in the input buffer. */
      readonly centralPackets?: number;
    }
  | {
      readonly name: string;
      readonly mode: "gang";
      /**
       * @param inputSlots slots per switch: (largest port number + 1) * lanes
       * @param maskWords words of every port mask
       */
      create(
        switches: number,
        inputSlots: number,
        tickPs: number,
        maskWords: number,
      ): Gang;
    };

/** Whether copies leave when their outputs are free, and no more: without bounds, so that any two such replications are alike. */
export const isPlainReplication = (replication: ReplicationFactory): boolean =>
  replication.mode === "asynchronous" &&
  replication.concurrent === undefined &&
  replication.centralPackets === undefined;

/**
 * Decides which waiting multicast packets of a switch start, and which outputs are kept from others meanwhile. Times are absolute ticks. Port masks
 * belong to the caller, who writes others into them afterwards: what is to be kept is copied.
 */
export interface Gang {
  /**
   * A multicast packet became head of input slot `slot` (input * lanes + lane) of switch `sw` and wants the outputs in `wanted`.
   * @param arrived when its header came into the buffer, perhaps long before it became head
   */
  request(
    sw: number,
    slot: number,
    wanted: PortMask,
    now: number,
    arrived: number,
  ): void;
  /**
   * Among the waiting, the slot to start now given the outputs that could start (`free`), or -1. Called until it says -1.
   * @param fits whether the packet of a waiting slot has all that it needs now: every output idle, room behind it on its lane, its input free.
   * A slot that is picked and does not fit is not started; `pick` is called again without the outputs that it lacks
   */
  pick(
    sw: number,
    free: PortMask,
    now: number,
    fits: (slot: number) => boolean,
  ): number;
  /** Puts the outputs that unicast packets must leave alone at this moment into `outputs`, which comes empty. */
  held(sw: number, now: number, outputs: PortMask): void;
  granted(sw: number, slot: number): void;
  /** The slot for which `output` is held, -1 = none: for the deadlock watchdog. Absent = waits for held outputs are not explained. */
  holder?(sw: number, output: number): number;
  /** The packet of `slot` was discarded while it waited. Needed where a drop policy is set, or links may fail. */
  withdrawn?(sw: number, slot: number): void;
}

export interface ReplicationPlugin<P extends Params = Params> extends Plugin<
  "replication",
  P,
  { readonly deadlockFree: boolean }
> {
  build(options: Options<P>): ReplicationFactory;
}
