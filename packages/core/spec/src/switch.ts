import type { Ps } from "@fabriclab/units";
import type { ArbiterFactory, LaneSchedulerFactory } from "./arbiters.ts";
import type { DropFactory } from "./drop.ts";
import type { Options, Params, Plugin } from "./plugin.ts";
import type { ReplicationFactory } from "./replication.ts";
import type { SelectFactory } from "./select.ts";

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
   * How senders know what room there is: by the exact free space (absent), or by IBA's absolute counters of 12 bits (FCTBS, ABR, FCCL), with the same outcome.
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
  /** Bytes of the largest packet that the switch takes, at most what a buffer holds; absent = whatever the buffers hold. */
  readonly mtu?: number;
  /** Lane of barrier packets: traffic of barriers takes it where its user names no service level. Absent = no lane is meant for them. */
  readonly barrierLane?: number;
  /** Lane of multicast packets, likewise. Absent = any will do. */
  readonly multicastLane?: number;
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
  | { readonly packets: number }
  | { readonly bytes: number };

export interface SwitchClaims<P extends Params = Params> {
  /** Latency in ps of one packet through `switches` switches in an idle network, from first bit sent to last bit received. */
  zeroLoad(packet: {
    bytes: number;
    bytePs: number;
    flightPs: number;
    switches: number;
    options: Options<P>;
  }): number;
  readonly inOrder: boolean;
  readonly lossless: boolean;
}

export interface SwitchPlugin<P extends Params = Params> extends Plugin<
  "switch",
  P,
  SwitchClaims<P>
> {
  /** Name of the lane scheduler it is made for, taken where a user names none. Absent = {@link DEFAULT_PLUGINS}. */
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
