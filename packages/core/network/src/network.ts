import type {
  ChannelCounters,
  Fabric,
  ForwardingTables,
  HcaModel,
  Journal,
  SwitchModel,
  Traffic,
} from "@fabriclab/spec";

/** Everything a packet network is made of. Built once; nothing in it may change while the network lives, but for live `changes`. */
export interface NetworkConfig {
  readonly fabric: Fabric;
  readonly tables: ForwardingTables;
  /** Usually one. Several make a mixed network; see `modelOf`. */
  readonly switchModels: readonly SwitchModel[];
  /** Switch -> index into `switchModels`; absent = every switch is model 0. */
  readonly modelOf?: Uint8Array;
  readonly hca: HcaModel;
  readonly traffic: readonly Traffic[];
  /** Picoseconds per tick; take it from {@link chooseTick}. */
  readonly tickPs: number;
  /** Overrides what the fabric's links say, for every link. */
  readonly link?: LinkTiming;
  /** Invariants are asserted after every slice. On in every test, off in timing. */
  readonly checked: boolean;
  /**
   * The journal records injections, too, or those of the traffic entries, by their index, for which a function says so; their number, bytes and waits are in
   * the counts in any case. Default true.
   */
  readonly injections?: boolean | ((traffic: number) => boolean);
  /** The journal's `JOURNAL_SOURCE` holds the packet's DLID in bits 16-31 above its source. Default false. */
  readonly dlids?: boolean;
  /** The channel counters hold `waitTicks`, too. Default false. */
  readonly waits?: boolean;
  /** The channel counters hold `queueTicks`, too. Default false. */
  readonly queues?: boolean;
  /**
   * Links may fail and tables may be replaced between calls of `run` ({@link Network.failLink}). Asks for the general loop. Not with
   * credit packets or credit counters.
   */
  readonly changes?: boolean;
  /** MLIDs that tables which replace the first ones may have ({@link Network.useTables}). Absent = as many as the first ones have. */
  readonly mlidRoom?: number;
  /** This instance simulates only a part of the fabric; see `parallel.ts`. */
  readonly partition?: Partition;
}

export interface LinkTiming {
  /** ps per byte; may be a fraction such as 440 / 3. */
  readonly byteTimePs?: number;
  readonly flightPs?: number;
}

/** Which nodes an instance owns, when one fabric is split over several instances (threads). */
export interface Partition {
  /** Node -> number of the part that owns it. */
  readonly partOf: Uint8Array;
  /** The part that this instance is. */
  readonly part: number;
}

/**
 * Totals since the start. A multicast packet counts once in `injected` and once per receiver in `delivered` and `dropped`: one that is discarded before it
 * has branched is dropped once for each receiver that the tables would still have led it to. So injected packets × their receivers = delivered + dropped as
 * soon as nothing is in flight.
 */
export interface NetworkCounts {
  /** Packets whose first bit has left their host. */
  readonly injected: number;
  /** Bytes of these. */
  readonly injectedBytes: number;
  /** Ticks that these waited from birth to their first bit, summed up. */
  readonly sourceWait: number;
  /** Copies whose transmission to their destination has begun or ended. */
  readonly delivered: number;
  readonly dropped: number;
  /** Copies in switch buffers or on links between switches. */
  readonly inFlight: number;
  /** Events taken from the queue. */
  readonly events: number;
  /** Packets sent over a link, injection and ejection included. */
  readonly packetHops: number;
}

/** One packet that waits, and what it waits for: a step of a wait-for cycle. */
export interface Blocked {
  /** Node that holds the packet. */
  readonly node: number;
  /**
   * `input` = the buffer behind a receiving port, `holding` = the holding buffer beside it, `output` = the buffer before a sending port,
   * `central` = the multicast queue of one.
   */
  readonly stage: "input" | "holding" | "output" | "central";
  /** Port number of that buffer. */
  readonly port: number;
  readonly lane: number;
  /** Number of the packet along the cycle, from 1. */
  readonly packet: number;
  /** Source endport. */
  readonly source: number;
  /** DLID as the packet carries it (LID or MLID). */
  readonly dlid: number;
  /** Endport that owns the DLID, -1 for a multicast. */
  readonly destination: number;
  /** The buffer without room, in the same terms: the next step of the cycle has this place. */
  readonly waitsFor: {
    readonly node: number;
    readonly stage: "input" | "holding" | "output" | "central";
    readonly port: number;
    readonly lane: number;
  };
  /**
   * What it waits for, if not room: the multicast packet there is to start first, for a gang keeps an output for it; or it has the holding
   * buffer. Absent = room in that buffer.
   */
  readonly reason?: "gang" | "holding buffer";
}

/** A packet, or a copy of one, that has left its host and not yet begun to leave for its destination. */
export interface PacketInside {
  /** `input` = in the queue behind a channel (or the holding buffer of that), be it still on its way there; of a channel to a host with receive buffers, too; `output`, `central` = in the buffer before a channel. */
  readonly stage: "input" | "output" | "central";
  /** Sending port of that channel, -1 where it is a switch's own endport. */
  readonly channel: number;
  readonly lane: number;
  /** 0 = the head of its queue. */
  readonly place: number;
  /** Tick at which its first bit entered the channel; NaN before. A packet that waited for 2^30 ticks is said to be younger. */
  readonly sent: number;
  /** Ticks that the channel it came over took for all of it. */
  readonly length: number;
  readonly bytes: number;
  /** Source endport. */
  readonly source: number;
  /** DLID as it carries it. */
  readonly dlid: number;
}

/** A running packet network. */
export interface Network {
  /** The last tick that was simulated; -1 before the first (a double: may pass 2^31). */
  readonly now: number;
  /**
   * Simulates all events up to and including tick `until`. Works inside in slices of about a millisecond of real time.
   * @param through up to where it will be run before anybody looks at it or changes it, `until` when absent: what cannot be stopped any more up to there
   * takes no event, so the number of events depends on it
   * @returns the tick reached: less than `until` only when the journal must be read first (it is full, or the base of its times is about to
   * move); read it, clear it and call again
   */
  run(until: number, through?: number): number;
  /** What happened since {@link clearJournal}; valid until the next call of `run`. */
  readonly journal: Journal;
  clearJournal(): void;
  readonly counts: NetworkCounts;
  /** Writes `injected`, `injectedBytes` and `sourceWait` of {@link counts} into the first three places, for those who ask after every slice: nothing is allocated. */
  injections(into: Float64Array): void;
  /** Packets that entered the link, and ticks during which it was busy, per sending port since the last call (since the start at first). */
  takeChannelCounters(): ChannelCounters;
  /** Nothing pending at any source, and nothing in flight. */
  idle(): boolean;
  /** Nothing will happen any more unless something is changed: no event is to come, and no stream is to be asked. */
  quiet(): boolean;
  /**
   * Nothing of the finite traffic is under way, nor will be, whatever becomes of the rest: no packet of it waits at a host or is in the network, no delivery is
   * yet to be told to it, and no stream of it may draft one by itself. Complexity: O(room for packets + streams).
   */
  isFiniteOver(): boolean;
  /**
   * Looks for a cycle of packets each of which waits for space held by the next.
   * @returns the cycle, or undefined when there is none
   */
  diagnose(): readonly Blocked[] | undefined;
  /** Every packet that waits for space with no credit on its way, by its place; one that waits for several outputs stands once for each. Complexity: O(buffers). */
  waits(): readonly Blocked[];
  /**
   * Where every packet is between its host and its destination. A packet on its last link is not among them: it was delivered in advance, see {@link delivery}.
   * A packet stays in a queue for {@link shortestHop} ticks at least, so whoever looks that often misses none. Complexity: O(buffers).
   */
  packets(): readonly PacketInside[];
  /** Fewest ticks from a packet's first bit on a link to its first bit beyond the next switch, or to its last bit in a host's receive buffer. */
  shortestHop(): number;
  /**
   * Ticks that the last link, to a host's endport, takes for so many bytes, and from their last bit's departure to their delivery; undefined where
   * the host has receive buffers: its packets are among {@link packets} until their turn has come.
   */
  delivery(
    endport: number,
    bytes: number,
  ): { readonly length: number; readonly delay: number } | undefined;
  /**
   * The cable at `port` (either end, as the fabric numbers them) dies now, both directions. Packets whose last bit has not come through are
   * lost, unless the next switch has begun to send them on; what waits for the dead outputs, and what comes for them later, is discarded
   * with `DropCause.linkDown`; hosts behind it keep their packets. A packet on its way to a host counts as delivered since its first bit
   * left, and stays so.
   *
   * @throws FabricError E_NETWORK_CHANGE without `changes`, for a port without a cable, for one that is down; E_NETWORK_JOURNAL_FULL
   */
  failLink(port: number): void;
  /** The cable at `port` works again: its buffers are as they are, its credits are right. @throws FabricError E_NETWORK_CHANGE */
  restoreLink(port: number): void;
  /**
   * Replaces the forwarding tables now, for every head that is looked up from here on; heads that have their outputs keep them.
   *
   * @throws FabricError E_NETWORK_CHANGE for tables of another shape: other LIDs, another first MLID or more MLIDs than `mlidRoom`, VL
   * arbitration, or SL2VL where there was none. Packets with MLIDs that the new tables do not have are discarded.
   */
  useTables(tables: ForwardingTables): void;
  /** Asserts every invariant; throws `E_NETWORK_INVARIANT`. */
  check(): void;
}
