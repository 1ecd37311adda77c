import type { Bytes, EndportIx } from "@fabriclab/units";
import type { Fabric } from "./fabric.ts";
import type { Options, Params, Plugin } from "./plugin.ts";
import type { MetricValue } from "./metric-value.ts";
import type { ForwardingTables, MulticastGroup } from "./tables.ts";
import type { ValueText } from "./value-text.ts";

/** A seeded stream of random numbers; the only source of chance. */
export interface RandomStream {
  /** 32 uniform bits, 0 … 2^32-1. */
  uint32(): number;
  /** Uniform in (0, 1), never 0 or 1. */
  uniform(): number;
  /** Uniform integer in 0 … n-1 without modulo bias. */
  below(n: number): number;
  /** Exponential with mean 1. */
  exponential(): number;
}

/** What the next packet is to be. One object, reused: the caller reads it before asking again. */
export interface PacketDraft {
  /** Tick at which the packet exists at the source (its birth: latency counts from here). */
  birth: number;
  /** LID or MLID. */
  dlid: number;
  /** On the wire, headers included. */
  bytes: number;
  sl: number;
  /** Free for the traffic: index of the operation, flow or frame. Reported with every delivery. */
  tag: number;
  /** Bits 0-3: what drop policies may ask. Bit 0 (`PACKET_DROPPABLE`) = may be discarded. */
  flags: number;
  /**
   * Tick before which it may not leave, if later than its birth: queues of the host adapter (`HcaModel.adapt`) delay packets this way. Absent =
   * its birth. A stream that sets it must set it in every draft.
   */
  readyAt?: number;
  /** Index of the traffic that drafted it: set by the engine in streams that go through `HcaModel.adapt`, which passes it on. */
  traffic?: number;
  /** Whether it is a management packet, for VL15: set and passed on as `traffic`. Elsewhere `Stream.management` says it for all of a stream. */
  management?: boolean;
  /** The tick for which `next` is called, absolute: set for the streams of a traffic with `timers`. */
  now?: number;
  /** Read when `next` returned false: tick at which to ask again without a delivery (a timer of closed-loop traffic); -1 = never. */
  retryAt: number;
}

/** A draft that nobody has filled in yet, to be handed to `Stream.next`. */
export const emptyDraft = (): PacketDraft => ({
  birth: 0,
  dlid: 0,
  bytes: 0,
  sl: 0,
  tag: 0,
  flags: 0,
  retryAt: -1,
});

/** The bit of `PacketDraft.flags` that lets selective drop policies discard the packet. */
export const PACKET_DROPPABLE = 1;

/**
 * One source of packets at one host port. Streams of different hosts share no state that a draft changes: on several threads each is asked where its host is
 * simulated, and perhaps before its packet is needed.
 */
export interface Stream {
  readonly source: EndportIx;
  /** SLs this stream may draft, so that the injector knows its lanes. */
  readonly serviceLevels: readonly number[];
  /**
   * Its packets are management packets: on VL15 all the way, whatever SL2VL says. Needs a switch model of 16 lanes. Of a stream that
   * `HcaModel.adapt` returns: those packets are whose draft says so, and `serviceLevels` are those of the others (perhaps none).
   */
  readonly management?: true;
  /**
   * Drafts the next packet, births never decreasing.
   * @returns false when there is none: for good, or (closed loop) until `delivered` of this traffic wakes it.
   */
  next(draft: PacketDraft): boolean;
  /**
   * As `next`, where several packets in a row are the same in every field, as those of a frame or a long message: drafts the first, and the others count as
   * drafted. The caller may mix it with `next`. Absent = packets are asked for one by one.
   * @returns how many they are; 0 where `next` returns false
   */
  nextRun?(draft: PacketDraft): number;
  /**
   * Whether it will never again draft a packet of this service level, which is one of those that it declares. For streams whose levels end at different times, as
   * those of a host adapter's queues do. Absent = it ends as a whole.
   */
  ended?(level: number | "management"): boolean;
}

export interface TrafficContext {
  readonly fabric: Fabric;
  /** Host endports that take part, in endport order. */
  readonly hosts: readonly EndportIx[];
  /** A stream of its own for every name; adding a source changes no other. */
  random(name: string): RandomStream;
  /** ps per tick of this run. */
  readonly tickPs: number;
  /** ps per byte of the host's link (exact as num/den). */
  bytePs(host: EndportIx): number;
}

export interface TrafficTablesContext extends TrafficContext {
  readonly tables: ForwardingTables;
  /**
   * Time in ps from the birth of one packet to its delivery to the owner of a LID in an idle network, without show-ahead: what timers must allow
   * for. Both ends may be endports of switches. Infinity where the tables do not lead there. Absent where no network stands behind the traffic.
   */
  idleLatency?(source: EndportIx, dlid: number, bytes: number): number;
  /** Of the switches (`SwitchModel.mtu`): the largest packet that anybody may send. */
  readonly mtu?: number | undefined;
  /** Of the switches (`SwitchModel.barrierLane`). */
  readonly barrierLane?: number | undefined;
  /** Of the switches (`SwitchModel.multicastLane`). */
  readonly multicastLane?: number | undefined;
}

/** A delivery, as closed-loop traffic sees it. */
export interface DeliveredPacket {
  readonly source: EndportIx;
  readonly destination: EndportIx;
  readonly tag: number;
  readonly birth: number;
  readonly time: number;
  readonly bytes: number;
}

/** Packets with one tag are one frame of a stream: tag = frame * streams + stream, frames counted from 0. Negative tags are packets of no frame. */
export interface Frames {
  /** Number of streams of frames (a host may send several). */
  readonly streams: number;
  /** Time between two frames of a stream, in ticks. */
  readonly periodTicks: number;
  /** Packets that the frame was cut into; for any tag that has been drafted. */
  packets(tag: number): number;
  /** Destinations of a stream, which each of its packets goes to. Absent = one. */
  receivers?(stream: number): number;
}

/** What the tags of a traffic's packets say of barriers. Barriers of a group are numbered from 0 (modulo an even number). */
export interface Barriers {
  readonly groups: number;
  /** Hosts whose processes take part. */
  members(group: number): number;
  /** Where combining ends and distributing begins: the root switch, or the host that stands for the rest of the tree. */
  top(group: number): EndportIx;
  groupOf(tag: number): number;
  numberOf(tag: number): number;
  isCombine(tag: number): boolean;
  isDistribute(tag: number): boolean;
  /** It repeats no other packet. */
  isFirst(tag: number): boolean;
  /** It is neither lost nor corrupted on its link, whatever the journal says. */
  arrives(tag: number): boolean;
}

export interface Traffic {
  readonly streams: readonly Stream[];
  /**
   * Packets go to the switches' own endports (port 0), which then send and receive like hosts without adapter and cable. Absent = only where
   * a stream's source is one; elsewhere a packet to the LID of a switch is discarded.
   */
  readonly switchEndports?: boolean;
  /** True when the streams end by themselves: the run then goes on until the network is empty. */
  readonly finite: boolean;
  /** Whether it drafts packets that drop policies may discard (`PACKET_DROPPABLE`). Absent = unknown. */
  readonly droppable?: boolean;
  /** Largest packet it will draft, for buffer sizes. */
  readonly maxPacketBytes: Bytes;
  /** Smallest packet it will draft. */
  readonly minPacketBytes: Bytes;
  /**
   * Offered load: bytes on the wire per time, as a fraction of what the links of all hosts carry together (`offeredBySenders`). Where these are alike, the mean of
   * the hosts' loads. Absent for finite traffic.
   */
  readonly offeredLoad?: number;
  /**
   * Bytes of the answers that each byte of `offeredLoad` draws where it arrives. Nobody offers them, but they enter the network, too: what enters is held against
   * both. Absent = none, or nobody can say how many.
   */
  readonly answersPerByte?: number;
  /**
   * The load that it is written to offer at a host, as a fraction of that host's link. Copies that it makes of a packet do not count. Several endless entries
   * of a run must not add up to more than 1 at a host unless `overload` is written. Absent = it has no rate, or waits for answers and so cannot overload.
   */
  sourceLoad?(host: EndportIx): number;
  /** Ticks at which streams begin that do not begin at once. For endless traffic: a run is not taken for steady before the last of them. Absent = none. */
  readonly begins?: readonly number[];
  /**
   * The shortest measured interval, in ticks, that is representative of it: some periods of what its sources repeat, or some of their correlation times. A mean
   * over less describes only a part of it, however narrow the confidence interval. For endless traffic. Absent = any interval is.
   */
  readonly leastInterval?: number;
  /**
   * What was asked of it and has no effect on this fabric, with this pattern, a line each: `start of P(00) has no effect: …`. What the options alone tell is
   * the plugin's `withoutEffect`. Absent = none.
   */
  readonly idle?: readonly string[];
  /** Deliveries expected in all, for finite traffic. */
  readonly expectedDeliveries?: number;
  /**
   * The same where it takes long to count them beforehand: a guess above `settled` as long as more than that are expected, and the number itself from then on. It
   * is asked with numbers that never decrease; what it answers follows from the highest.
   * @param settled copies of its packets that have been delivered or dropped so far; Infinity asks for the number
   */
  countDeliveries?(settled: number): number;
  /**
   * Whether the packets with a tag are meant for an endport: other deliveries are none that are expected. Absent = they are for all that they reach. OpenSM's
   * multicast trees lead to all who may send to a group, too, so that hosts that are no members get copies.
   */
  isReceiver?(tag: number, endport: EndportIx): boolean;
  /**
   * Finite traffic that cannot say how many deliveries it makes: whether it is complete. Endless traffic beside it then ends.
   * @param settled copies of its packets that have been delivered or dropped so far
   */
  done?(settled: number): boolean;
  /**
   * Finite traffic that sends again what is lost: a count that grows only as it comes nearer to its end. Copies that arrive are none, as what arrives may be
   * sent again for ever where its acknowledgement is lost. Absent = copies that arrive bring it nearer.
   */
  progress?(): number;
  /** Number of operations, when `tag` names them: tags are 0 … operations-1. */
  readonly operations?: number;
  /** What `tag` means where packets are parts of frames (video). */
  readonly frames?: Frames;
  /** What `tag` means where packets are those of barriers. */
  readonly barriers?: Barriers;
  /** Its streams have timers: they are told the time (`PacketDraft.now`) when they are asked. */
  readonly timers?: true;
  /** Closed loop: called at the simulated moment of each delivery; returns endports whose streams may have something now. */
  delivered?(packet: DeliveredPacket): readonly EndportIx[];
  /**
   * Counters of its own for the run's result (a barrier engine's statistics registers). Where several entries of a run give the same name, each gets its
   * index behind it (`name.traffic0`).
   */
  report?(): Readonly<Record<string, MetricValue>>;
}

export interface TrafficClaims {
  /** `open`: births do not depend on the network. */
  readonly loop: "open" | "closed";
  /** A text is the name of a parameter: finite where that is given, endless where it is absent. */
  readonly finite: boolean | string;
}

export interface TrafficPlugin<P extends Params = Params> extends Plugin<
  "traffic",
  P,
  TrafficClaims
> {
  /** As a metric's: what the values of its `report` are. */
  readonly values?: Readonly<Record<string, ValueText>>;
  /** All its streams are of management packets, which have no service level. */
  readonly management?: true;
  /** Multicast groups this traffic needs, asked before the tables are built. Same random names as `create`. */
  groups(
    context: TrafficContext,
    options: Options<P>,
  ): readonly MulticastGroup[];
  create(
    context: TrafficTablesContext,
    options: Options<P>,
    parts: TrafficParts,
  ): Traffic;
}

export interface TrafficParts {
  /** Resolved value of the `pattern` parameter, where the plugin has one. */
  readonly pattern?: Pattern;
}

/** Who sends to whom. */
export interface Pattern {
  /** Index (into the hosts) of the destination for the next packet of `source`, never `source` itself; -1 = this host stays silent. */
  destination(source: number, random: RandomStream): number;
  /**
   * All hosts that `source` may be told to send to, so that a traffic declares no service level that it will never use; none = it stays silent. Absent = any other
   * host.
   */
  destinations?(source: number): readonly number[];
}

export interface PatternPlugin<P extends Params = Params> extends Plugin<
  "pattern",
  P,
  { readonly permutation: boolean }
> {
  /** @param names of the hosts (`endportName`), for a pattern that is written by name; absent = their indices */
  create(
    hosts: number,
    options: Options<P>,
    random: RandomStream,
    names?: readonly string[],
  ): Pattern;
}
