import type { Ps } from "@fabriclab/units";
import type { LaneSchedulerFactory } from "./arbiters.ts";
import type { Options, Params, Plugin } from "./plugin.ts";
import type { BufferSize } from "./switch.ts";
import type { Stream } from "./traffic.ts";

/** What the queues of a host adapter may know of time. */
export interface HostClock {
  /** Some traffic of the run reacts to deliveries, so that packets may yet be born between now and any birth that is known. */
  readonly closedLoop: boolean;
  /** The tick for which a stream is asked, absolute. Only where `closedLoop`. */
  now(): number;
  /**
   * Whether the traffic of a given stream reacts to deliveries. A stream of other traffic that has nothing, and names no tick at which to be asked again, has
   * ended. Absent = unknown.
   */
  reacts?(stream: Stream): boolean;
}

/** How long a DMA engine of a host adapter works for a packet, one at a time. */
export interface DmaTime {
  /** What it takes before the first byte: fetching a work queue element. */
  readonly elementDelay: Ps;
  /** ps per byte from or to memory, an exact ratio. A packet takes the engine a tick at least. */
  readonly bytePs: { readonly num: number; readonly den: number };
}

/** The receiving side of a host adapter: a buffer per lane, and a DMA engine that empties them, one whole packet at a time. */
export interface ReceiveModel extends DmaTime {
  /** Space per VL: a switch sends to the host only what it has credits for. VL15, which has no flow control, has no limit. */
  readonly buffer: BufferSize;
  /** Whose packet the engine takes next; VL15's in any case. Absent = the switch model's. */
  readonly laneScheduler?: LaneSchedulerFactory;
}

/** Delays of the host adapter. */
export interface HcaModel {
  readonly name: string;
  /** From birth to the first bit on the link, when nothing is ahead. */
  readonly sendDelay: Ps;
  /** From the last bit received, or from the end of its DMA where there is `receive`, to delivery. */
  readonly receiveDelay: Ps;
  /** Buffers at the receiving side; absent = a host takes every packet at once, on any lane. */
  readonly receive?: ReceiveModel;
  /** How long the DMA engine that feeds the port (simulated by `adapt`) works for each packet: for verdicts, which name an engine that is always busy. Absent = no engine holds packets back. */
  readonly send?: DmaTime;
  /** Service levels that it is set to serve before all others, first to last: for the note that no packet has one of them. Absent = none. */
  readonly priority?: readonly number[];
  /** SL -> VL at the host port; absent = the tables' `hostSl2vl`, else VL 0 for one lane and SL modulo the data lanes. */
  readonly slToVl?: readonly number[];
  /** Which lane goes first on the host link. Absent = the switch model's. */
  readonly laneScheduler?: LaneSchedulerFactory;
  /**
   * Puts queues between the traffic and the lanes (queue pairs, a FIFO per SL with strict priority, DMA): given the streams of all traffic at the
   * hosts, in scenario order, returns those that the lanes are fed from. Whatever a returned stream drafts must be a draft of a given one with
   * another `readyAt` or `sl` (and all other fields as they were). A returned stream that drafts management packets declares `management`.
   * Absent = streams go straight to their lanes.
   * @param clock what a queue needs that must not choose before its time; the engine always gives it
   */
  adapt?(
    streams: readonly Stream[],
    tickPs: number,
    clock?: HostClock,
  ): readonly Stream[];
}

export interface HcaPlugin<P extends Params = Params> extends Plugin<
  "hca",
  P,
  { readonly inOrder: boolean }
> {
  build(options: Options<P>): HcaModel;
}
