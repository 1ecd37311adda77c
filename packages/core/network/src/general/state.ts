import type { Gang, LaneScheduler, Select } from "@fabriclab/spec";
import type { Gate } from "./gate.ts";

/** Capacity of an input buffer without flow control. */
export const NO_LIMIT = 0x3fffffff;

/** What the general loop has beyond the fast one. Built for every network (it is small where nothing of it is used). */
export interface GeneralState {
  /** The network needs the general loop. */
  readonly needed: boolean;
  /** Lane -> whether its input buffers count packets (1) or 64-byte blocks (0), and how many; {@link NO_LIMIT} = no flow control. */
  readonly slotsOf: Uint8Array;
  readonly capacityOf: Int32Array;
  /** 64-byte blocks of the largest packet. */
  readonly largestBlocks: number;
  readonly select: Select | undefined;
  readonly selectNeedsCredits: boolean;
  /** Candidate ports by `dlid * switchCount + switch`; empty without `select`. */
  readonly portSets: Int32Array;
  /** Switches passed, by packet of the pool; one word where nobody asks. */
  readonly hops: Uint16Array;
  readonly crossbarScheduler: LaneScheduler | undefined;
  /** Ticks from the crossbar to the link, by sending port. */
  readonly outputDelayOf: Int32Array;
  /** Bytes of a credit packet per freed block; 0 = credits cost nothing. */
  readonly creditBytes: number;
  /** Credits that wait for the link of a port: (units, blocks) by `port * lanes + lane`. */
  readonly owed: Int32Array;
  readonly gang: Gang | undefined;
  /** Multicast packets of a switch in transfer at a time, 0 = no bound. */
  readonly concurrent: number;
  /** Packets of the central queue per (output, lane), 0 = none. */
  readonly centralPackets: number;
  /** Central queues by `port * lanes + lane`: first and last packet (-1 = none), packets. */
  readonly centralHead: Int32Array;
  readonly centralTail: Int32Array;
  readonly centralCount: Int32Array;
  /** Set by the general loop. */
  gate: Gate | undefined;
}
