import type { Options, Params, Plugin } from "./plugin.ts";
import type { PortMask } from "./port-mask.ts";

/** Chooses one of several candidate ports when a head is routed (LFU, max-credit, LRU, random). Of ports that would all do, each is to be taken in time. */
export interface Select {
  /**
   * Called once for a head, in any order with other heads of the tick: state moves in `granted` only.
   * @param preferred the LFT's port; 255 = it has none
   * @param candidates ports, ingress excluded; never empty. The caller's, who writes others into it afterwards
   * @param hops switches passed so far (a livelock guard may insist on `preferred`)
   * @param credits free 64-byte blocks seen from each candidate port number, for the packet's lane: `credits[at + port]`; a slot of a buffer in
   * packets counts as the largest packet, a host as more than any buffer
   * @param lane VL on which the packet would leave by `preferred` (where that is none: the VL that it came in on)
   * @param lanes VL on which it would leave by each candidate port number, `lanes[port]`, where SL2VL tells a switch's outputs apart; absent = `lane` by each
   * @returns a candidate; or `preferred`, where a livelock guard insists on it, even when it is the ingress
   */
  pick(
    sw: number,
    preferred: number,
    candidates: PortMask,
    hops: number,
    credits: Int32Array,
    at: number,
    lane: number,
    lanes?: Int32Array,
  ): number;
  /** A packet, or a copy of one, was granted `port` on `lane`. */
  granted(sw: number, port: number, lane: number): void;
}

export interface SelectFactory {
  readonly name: string;
  /** Whether `credits` must be filled in. */
  readonly needsCredits: boolean;
  /** @param ports largest port number + 1 */
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
