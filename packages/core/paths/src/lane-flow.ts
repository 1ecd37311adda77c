import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import { NO_PORT, type EndportIx, type Lid, type Sl } from "@fabriclab/units";
import { startLane, switchLane } from "./lane.ts";
import { undeclaredLane } from "./undeclared-lane.ts";

/** `switch · 16 + VL on which the switch sends the packet on`: with LID and SL given, all that decides the rest of a packet's way. */
export type FlowState = number;

/**
 * The way of packets of one LID and SL from switch to switch, with the VL on every channel, one step at a time. Packets that enter at the same switch by
 * ports with equal SL2VL rows share it, so that work on all pairs need not follow every pair.
 *
 * Complexity: O(1) a step; no allocation.
 */
export class LaneFlow {
  /** VLs per channel. */
  readonly lanes: number;
  readonly #fabric: Fabric;
  readonly #tables: ForwardingTables;
  #lid = 0;
  #sl = 0;

  constructor(fabric: Fabric, tables: ForwardingTables) {
    this.#fabric = fabric;
    this.#tables = tables;
    this.lanes = Math.max(1, tables.lanes);
  }

  load(lid: Lid, sl: Sl): void {
    this.#lid = lid;
    this.#sl = sl;
  }

  /** A packet that `source` sends into a switch by port `inNum` (0: the switch's own endport); -1 where it is not sent on. */
  enter(sw: number, inNum: number, source: EndportIx): FlowState {
    return this.#at(sw, inNum, startLane(this.#tables, this.#sl, source));
  }

  /** The packet one switch further; -1 where it leaves the switches, has no way on, or is discarded. */
  follow(state: FlowState): FlowState {
    const { portPeer, portNode, portStart, switchCount } = this.#fabric;
    const peer = portPeer[this.channel(state)] ?? 0;
    const node = portNode[peer] ?? 0;
    if (node >= switchCount) return -1;
    return this.#at(node, peer - (portStart[node] ?? 0) + 1, state & 15);
  }

  /** Channel on which a packet in this state is sent. */
  channel(state: FlowState): number {
    const sw = state >> 4;
    const out = this.#tables.lft[sw]?.[this.#lid] ?? 1;
    return (this.#fabric.portStart[sw] ?? 0) + out - 1;
  }

  #at(sw: number, inNum: number, lane: number): FlowState {
    const { portStart, portPeer } = this.#fabric;
    const tables = this.#tables;
    const out = tables.lft[sw]?.[this.#lid] ?? NO_PORT;
    if (out === NO_PORT || out === 0) return -1;
    const port = (portStart[sw] ?? 0) + out - 1;
    if (port >= (portStart[sw + 1] ?? 0) || (portPeer[port] ?? -1) < 0)
      return -1;
    // Why lane: a host whose table says 15 for the SL does not send the packet.
    const next =
      lane < 0
        ? -1
        : switchLane(this.#fabric, tables, sw, inNum, out, this.#sl, lane);
    if (next < 0) return -1;
    if (next >= this.lanes) throw undeclaredLane(next, this.lanes);
    return sw * 16 + next;
  }
}
