import type { Ps } from "@fabriclab/units";
import type { Options, Params, Plugin } from "./plugin.ts";
import type { VlArbTable } from "./tables.ts";

/**
 * How a switch model is described to the packet engine of `@fabriclab/network`.
 *
 * The engine knows one parameterised datapath:
 * `input VL buffers -> route (LFT/MFT, SL2VL) -> crossbar -> optional output VL buffers -> lane scheduler -> link`.
 * A model chooses its sizes and delays and supplies the parts that decide. Parts are bound once, as constants of the loop; their methods are
 * called in the hot path and must allocate nothing. Inputs are numbered by port number (bit 0 = the management port).
 */
export interface SwitchModel {
  /** Plugin name, for reports. */
  readonly name: string;
  /**
   * Virtual lanes: 1-15 data lanes, or 16 = VL0-VL14 and the management lane VL15, which `Stream.management` packets keep to the end. VL15 goes
   * before all data on every link and crossbar (IBA 7.6.9), without asking a lane scheduler.
   */
  readonly lanes: number;
  /** Space per (input port, VL). */
  readonly inputBuffer: BufferSize;
  /**
   * Space per (input port, VL) where lanes differ (a management lane); index = VL. Overrides `inputBuffer`; a lane without an entry has that. An
   * infinite number of packets = no flow control on that lane.
   */
  readonly inputBufferPerLane?: readonly BufferSize[];
  /**
   * How senders know what room there is: exact free space (absent), or IBA's absolute counters of 12 bits (FCTBS, ABR, FCCL), which come to the same.
   * Counters need input buffers in bytes, of at most 2048 blocks of 64 bytes on every lane with flow control.
   */
  readonly creditAccounting?: "exact" | "counters";
  /** Space per (output port, VL); `{ packets: 0 }` = the crossbar feeds the link directly. */
  readonly outputBuffer: BufferSize;
  /**
   * Who holds the crossbar while a packet crosses: `port` = an input port sends one packet at a time and an output port takes one at a time;
   * `lane` = one crossbar layer per VL, so lanes do not disturb each other before the link: an input may be read on several lanes at once. Without
   * output buffers a packet crosses when the link takes it.
   */
  readonly crossbar: "port" | "lane";
  /** From the header's arrival to the earliest grant, for a packet at the head of its buffer or not (pipelined). */
  readonly routingDelay: Ps;
  /** Delay when the output is idle and nothing waits (show-ahead); absent = `routingDelay`. */
  readonly idleRoutingDelay?: Ps;
  /**
   * From the birth of a packet at a switch's own endport (`Traffic.switchEndports`) to the earliest grant; absent = as for packets from a cable.
   * Neither it nor what goes to an own endport is shown ahead.
   */
  readonly endportDelay?: Ps;
  /**
   * The own endport is wired to every port, as a barrier module is: it takes a packet from each input at a time, and what it sends waits for its output
   * only, before all that waits at inputs. Needs a crossbar layer per lane. Absent = it is a port among ports, one packet at a time each way.
   */
  readonly endportAtEveryPort?: true;
  /** From the crossbar grant to the earliest start on the link, when there are output buffers. Default 0. */
  readonly outputDelay?: Ps;
  /** Multicast groups (MLIDs) that the switch can tell apart; absent = as many as there are. */
  readonly multicastGroups?: number;
  /** Chooses an input per (output, lane). */
  readonly arbiter: ArbiterFactory;
  /** Chooses a lane per output link. */
  readonly laneScheduler: LaneSchedulerFactory;
  /** Chooses the lane that crosses to an output next, where there are output buffers; absent = round-robin. */
  readonly crossbarScheduler?: LaneSchedulerFactory;
  /**
   * Bytes on the reverse channel for every freed 64-byte block (credit packets), sent before anything else when the link is idle; absent =
   * credits cost no bandwidth. Hosts return none: they take packets at link rate.
   */
  readonly creditPacketBytes?: number;
  readonly replication: ReplicationFactory;
  /** Chooses among several candidate ports; absent = the tables give one. */
  readonly select?: SelectFactory;
  /** Absent = nothing is ever dropped. */
  readonly drop?: DropFactory;
}

export type BufferSize =
  { readonly packets: number } | { readonly bytes: number };

export interface SwitchClaims {
  /** Latency in ps of one packet through `switches` switches in an idle network, from first bit sent to last bit received. */
  zeroLoad(packet: {
    bytes: number;
    bytePs: number;
    flightPs: number;
    switches: number;
    options: unknown;
  }): number;
  readonly inOrder: boolean;
  readonly lossless: boolean;
}

export interface SwitchPlugin<P extends Params = Params> extends Plugin<
  "switch",
  P,
  SwitchClaims
> {
  /** Name of the lane scheduler it is made for, taken where a user names none. Absent = `round-robin`. */
  readonly defaultLaneScheduler?: string;
  build(options: Options<P>, parts: SwitchParts): SwitchModel;
}

/** Parts that the composer hands to a switch model; a model takes what it needs. */
export interface SwitchParts {
  readonly arbiter: ArbiterFactory;
  readonly laneScheduler: LaneSchedulerFactory;
  /** Absent = lanes cross in turn, a packet each. */
  readonly crossbarScheduler?: LaneSchedulerFactory;
  readonly replication: ReplicationFactory;
  readonly select?: SelectFactory;
  readonly drop?: DropFactory;
}

// ---------------------------------------------------------------------------------------------------------------- arbiters (hot)

/** One decision point per slot. For a switch arbiter a slot is an (output, lane); slots are dense over the network. */
export interface Arbiter {
  /**
   * Chooses among requesting inputs.
   * @param requests bit i = input i requests; never 0
   * @returns the chosen bit's number. May be called again with that bit cleared when the choice turns out to lack credits or crossbar.
   */
  pick(slot: number, requests: number): number;
  /** The same for switches of more than 31 ports: `count` words from `words[at]`. */
  pickWide(slot: number, words: Int32Array, at: number, count: number): number;
  /** The choice was carried out. State moves here and only here. */
  granted(slot: number, input: number): void;
}

export interface ArbiterFactory {
  readonly name: string;
  create(slots: number, inputs: number): Arbiter;
}

export interface ArbiterPlugin<P extends Params = Params> extends Plugin<
  "arbiter",
  P,
  { readonly fair: boolean }
> {
  build(options: Options<P>): ArbiterFactory;
}

/** Chooses a data virtual lane for an output link (round-robin, IBA two-table, barrier first); it never hears of VL15. */
export interface LaneScheduler {
  /** @param lanes bit v = lane v has something to send; never 0 */
  pick(output: number, lanes: number): number;
  granted(output: number, lane: number, bytes: number): void;
}

export interface LaneSchedulerFactory {
  readonly name: string;
  /** @param vlArb the tables' VL arbitration, where they have one: for schedulers that follow it (IBA's two tables) */
  create(outputs: number, lanes: number, vlArb?: VlArbTable): LaneScheduler;
}

export interface LaneSchedulerPlugin<P extends Params = Params> extends Plugin<
  "lane-scheduler",
  P,
  { readonly fair: boolean }
> {
  build(options: Options<P>): LaneSchedulerFactory;
}

// ---------------------------------------------------------------------------------------------------------------- replication (hot)

/**
 * `asynchronous`: each copy leaves when its own output is free. `gang`: a multicast packet starts on all its outputs at once, when the policy
 * grants it (RBB, synchronous FCFS or round-robin).
 */
export type ReplicationFactory =
  | {
      readonly name: string;
      readonly mode: "asynchronous";
      /** Multicast packets of one switch in transfer at a time (a single holding buffer = 1). Absent = no limit. */
      readonly concurrent?: number;
      /** Packets of a central multicast queue per (output, lane), served before unicast. Absent = copies wait in the input buffer. */
      readonly centralPackets?: number;
    }
  | {
      readonly name: string;
      readonly mode: "gang";
      /** @param inputSlots slots per switch: (largest port number + 1) * lanes */
      create(switches: number, inputSlots: number, tickPs: number): Gang;
    };

/**
 * Decides which waiting multicast packets of a switch start, and which outputs are kept from others meanwhile. Outputs are bits by port number, so
 * switches have up to 31 ports; times are absolute ticks.
 */
export interface Gang {
  /**
   * A multicast packet became head of input slot `slot` (input * lanes + lane) of switch `sw` and wants the outputs in `wanted`.
   * @param arrived when its header came into the buffer, perhaps long before it became head
   */
  request(
    sw: number,
    slot: number,
    wanted: number,
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
    free: number,
    now: number,
    fits: (slot: number) => boolean,
  ): number;
  /** Outputs that unicast packets must leave alone at this moment. */
  held(sw: number, now: number): number;
  granted(sw: number, slot: number): void;
  /** The slot for which `output` is held, -1 = none: for the deadlock watchdog. Absent = waits for held outputs are not explained. */
  holder?(sw: number, output: number): number;
  /** The packet of `slot` was discarded while it waited. Needed where a drop policy is set. */
  withdrawn?(sw: number, slot: number): void;
}

export interface ReplicationPlugin<P extends Params = Params> extends Plugin<
  "replication",
  P,
  { readonly deadlockFree: boolean }
> {
  build(options: Options<P>): ReplicationFactory;
}

// ---------------------------------------------------------------------------------------------------------------- selection and dropping (hot)

/** Chooses one of several candidate ports when a head is routed (LFU, max-credit, LRU, random, first). */
export interface Select {
  /**
   * Called once for a head, in any order with other heads of the tick: state moves in `granted` only.
   * @param preferred the LFT's port; 255 = it has none
   * @param candidates bit mask of port numbers, ingress excluded; never 0
   * @param hops switches passed so far (a livelock guard may insist on `preferred`)
   * @param credits free 64-byte blocks seen from each candidate port number, for the packet's lane: `credits[at + port]`; a slot of a buffer in
   * packets counts as the largest packet, a host as more than any buffer
   * @param lane VL on which the packet would leave by `preferred` (where that is none: the VL that it came in on)
   * @returns a candidate; or `preferred`, where a livelock guard insists on it, even when it is the ingress
   */
  pick(
    sw: number,
    preferred: number,
    candidates: number,
    hops: number,
    credits: Int32Array,
    at: number,
    lane: number,
  ): number;
  /** A packet, or a copy of one, was granted `port` on `lane`. */
  granted(sw: number, port: number, lane: number): void;
}

export interface SelectFactory {
  readonly name: string;
  /** Whether `credits` must be filled in. */
  readonly needsCredits: boolean;
  /** @param ports largest port number + 1, at most 32 */
  create(switches: number, ports: number, lanes: number): Select;
}

export interface SelectPlugin<P extends Params = Params> extends Plugin<
  "select",
  P,
  {
    /** No packet is sent around for ever, whatever the port sets are: a guard insists on the LFT's port after enough hops. */
    readonly livelockFree: boolean;
  }
> {
  build(options: Options<P>): SelectFactory;
}

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
