import type { Options, Params, Plugin } from "./plugin.ts";
import type { VlArbTable } from "./tables.ts";

/** One decision point per slot. For a switch arbiter a slot is an (output, lane); slots are dense over the network. */
export interface Arbiter {
  /**
   * Chooses among requesting inputs, by an order that `granted` and the packets at the heads alone change: leaving out inputs that were not chosen changes
   * nothing.
   * @param requests bit i = input i requests; never 0
   * @returns the chosen bit's number. May be called again with that bit cleared when the choice turns out to lack credits or crossbar.
   */
  pick(slot: number, requests: number): number;
  /** The same for switches of more than 31 ports: `count` words from `words[at]`. */
  pickWide(slot: number, words: Int32Array, at: number, count: number): number;
  /** The choice was carried out. State moves here and only here. */
  granted(slot: number, input: number): void;
}

/** The packets that inputs ask for: the first of each. */
export interface RequestHeads {
  /** Tick of the birth of the packet for which `input`, which requests, asks `slot`. */
  birth(slot: number, input: number): number;
}

export interface ArbiterFactory {
  readonly name: string;
  /** @param heads for arbiters that look at packets; every network has them. Absent where an arbiter is used without packets */
  create(slots: number, inputs: number, heads?: RequestHeads): Arbiter;
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
  /**
   * Chooses by an order that `granted` alone changes: leaving out lanes that were not chosen changes nothing. So lanes that cannot go may be left out
   * before, and a lane that is alone is not always asked about.
   * @param lanes bit v = lane v has something to send; never 0
   */
  pick(output: number, lanes: number): number;
  /** A packet was sent. Refuses a lane that it does not serve. */
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
  /**
   * Whether somebody said how lanes share a link: in these options, or in the VL arbitration of the tables where it follows that. Absent = nobody can, it knows
   * one way only.
   */
  isToldShares?(options: Options<P>, vlArb: VlArbTable | undefined): boolean;
  build(options: Options<P>): LaneSchedulerFactory;
}
