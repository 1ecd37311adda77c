import type { Gang, LaneScheduler, Select } from "@fabriclab/spec";
import type { CreditCounters } from "../credit-counters.ts";
import type { Gate } from "./gate.ts";

/** Capacity of an input buffer without flow control. */
export const NO_LIMIT = 0x3fffffff;

/** What live changes need to know. */
export interface LiveState {
  /** Port index -> 1 while its link is down. */
  readonly down: Uint8Array;
  /** Ports that are down, a mask per switch: by `switch * maskWords + word`. */
  readonly deadPorts: Int32Array;
  /** Packet of the pool -> 1 when it was lost on a link and its look-up, which will find out, is pending. */
  readonly doomed: Uint8Array;
  /** Switch -> numbers of its cabled ports. */
  readonly portsOf: readonly (readonly number[])[];
}

/** Cables that fail and come back between slices. Ports are records (offsets), one end of the cable each. */
export interface LiveLinks {
  /** Both directions of the cable at port `i` are dead from now on. */
  fail(i: number): void;
  restore(i: number): void;
  /** Replaces SL2VL tables: heads that have their outputs ask for their lanes anew. */
  changeLanes(replace: () => void): void;
}

/** Receive buffers of the hosts and the engines that empty them. Hosts are numbered as endpoints. */
export interface ReceiveState {
  /** Endpoints from this one on are the switches' own: they take every packet at once. */
  readonly hosts: number;
  /** First and last packet by `host * lanes + lane`; first -1 = none. */
  readonly head: Int32Array;
  readonly tail: Int32Array;
  /** Host -> when its engine is free: parts of a tick since tick 0, whole numbers so that rounding never adds up. */
  readonly free: Float64Array;
  readonly scheduler: LaneScheduler;
  /** Parts that a packet takes, that each of its bytes takes, and that a tick has. */
  readonly elementParts: number;
  readonly byteParts: number;
  readonly tickParts: number;
}

/** What the general loop has beyond the fast one. Built for every network (it is small where nothing of it is used). */
export interface GeneralState {
  /** The network needs the general loop. */
  readonly needed: boolean;
  /**
   * Lane -> whether its input buffers count packets (1) or 64-byte blocks (0), and how many; {@link NO_LIMIT} = no flow control. Where there is
   * `receive`, those of the hosts follow, from index `lanes` on.
   */
  readonly slotsOf: Uint8Array;
  readonly capacityOf: Int32Array;
  /** 64-byte blocks of the largest packet. */
  readonly largestBlocks: number;
  readonly select: Select | undefined;
  readonly selectNeedsCredits: boolean;
  /** Candidate ports by `(dlid * switchCount + switch) * maskWords + word`; empty without `select`. */
  readonly portSets: Int32Array;
  /** Switches passed, by packet of the pool; one word where nobody asks. */
  readonly hops: Uint16Array;
  readonly crossbarScheduler: LaneScheduler | undefined;
  /** Ticks from the crossbar to the link, by sending port. */
  readonly outputDelayOf: Int32Array;
  /** Bytes of a credit packet per freed block; 0 = credits cost nothing. */
  readonly creditBytes: number;
  /** Absolute counters that decide in place of exact credits, by `port * lanes + lane`. */
  readonly counters: CreditCounters | undefined;
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
  /** Switch -> 1 where the own endport is wired to every port, in a run where such endports take part. */
  readonly wired: Uint8Array;
  /** What such endports send, by `port * lanes + lane`: first and last packet (-1 = none). Empty where there are none. */
  readonly ownHead: Int32Array;
  readonly ownTail: Int32Array;
  /** Links may fail and tables may change while it runs. */
  readonly live: LiveState | undefined;
  readonly receive: ReceiveState | undefined;
  /** Set by the general loop. */
  gate: Gate | undefined;
  links: LiveLinks | undefined;
}
