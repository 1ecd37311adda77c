import {
  checkTablesOf,
  type Fabric,
  type ForwardingTables,
} from "@fabriclab/spec";
import { NO_PORT, type EndportIx, type Lid } from "@fabriclab/units";
import { startLane, switchLane } from "./lane.ts";

/** How a packet that follows tables ends. */
export type WalkEnd =
  /** At the endport that owns the LID. */
  | "delivered"
  /** It came back to a switch: it would go round for ever. */
  | "loop"
  /** A switch has no entry (255) for the LID. */
  | "no-path"
  /** A switch sends it to a port that it does not have or that is not cabled. */
  | "dead-port"
  /** It reached a host, or the inside of a switch, that does not own the LID. */
  | "wrong-endport"
  /** An SL2VL entry says 15: discarded. */
  | "no-lane"
  /** The source is not cabled, or the LID belongs to nobody. */
  | "unattached";

/** The way of one packet through the fabric. */
export interface Walk {
  readonly end: WalkEnd;
  /** Channels (sending ports) in order, the source's own first. */
  readonly channels: readonly number[];
  /** VL on each of them. */
  readonly lanes: readonly number[];
  /** Switches in order. */
  readonly switches: readonly number[];
}

/**
 * Follows the linear forwarding tables packet by packet, with buffers that are used again.
 *
 * Complexity: O(path length) a walk, at most switchCount + 1 channels; allocates nothing after construction.
 */
export class PathWalker {
  /** Channels of the last walk, in the first `length` places. */
  readonly channels: Int32Array;
  /** VLs of the last walk. */
  readonly lanes: Uint8Array;
  length = 0;
  readonly #fabric: Fabric;
  readonly #tables: ForwardingTables;
  /** Switch -> number of the last walk that was there. */
  readonly #seen: Int32Array;
  #walk = 0;

  /** @throws FabricError E_SPEC_TABLES_FABRIC */
  constructor(fabric: Fabric, tables: ForwardingTables) {
    checkTablesOf(fabric, tables);
    this.#fabric = fabric;
    this.#tables = tables;
    this.channels = new Int32Array(fabric.switchCount + 2);
    this.lanes = new Uint8Array(fabric.switchCount + 2);
    this.#seen = new Int32Array(fabric.switchCount);
  }

  /** Walks from an endport (a switch's port 0 included) to whatever owns `lid`. */
  walk(source: EndportIx, lid: Lid, sl = 0): WalkEnd {
    const {
      switchCount,
      endportPort,
      endportNode,
      portPeer,
      portNode,
      portStart,
    } = this.#fabric;
    const tables = this.#tables;
    this.length = 0;
    this.#walk += 1;
    const owner = tables.lids.owner[lid] ?? -1;
    if (owner < 0) return "unattached";

    let lane = startLane(tables, sl, source);
    let inNum = 0;
    let node = endportNode[source] ?? 0;
    const sourcePort = endportPort[source] ?? -1;
    if (sourcePort >= 0) {
      if (owner === source) return "delivered";
      const peer = portPeer[sourcePort] ?? -1;
      if (peer < 0) return "unattached";
      if (lane < 0) return "no-lane";
      this.#cross(sourcePort, lane);
      node = portNode[peer] ?? 0;
      inNum = peer - (portStart[node] ?? 0) + 1;
      if (node >= switchCount) return this.#arrive(peer, owner);
    }
    for (;;) {
      if (this.#seen[node] === this.#walk) return "loop";
      this.#seen[node] = this.#walk;
      const out = tables.lft[node]?.[lid] ?? NO_PORT;
      if (out === NO_PORT) return "no-path";
      if (out === 0) return owner === node ? "delivered" : "wrong-endport";
      const port = (portStart[node] ?? 0) + out - 1;
      const peer =
        port < (portStart[node + 1] ?? 0) ? (portPeer[port] ?? -1) : -1;
      if (peer < 0) return "dead-port";
      lane = switchLane(this.#fabric, tables, node, inNum, out, sl, lane);
      if (lane < 0) return "no-lane";
      this.#cross(port, lane);
      node = portNode[peer] ?? 0;
      if (node >= switchCount) return this.#arrive(peer, owner);
      inNum = peer - (portStart[node] ?? 0) + 1;
    }
  }

  #cross(channel: number, lane: number): void {
    this.channels[this.length] = channel;
    this.lanes[this.length] = lane;
    this.length += 1;
  }

  #arrive(port: number, owner: number): WalkEnd {
    return this.#fabric.endportPort[owner] === port
      ? "delivered"
      : "wrong-endport";
  }
}

/**
 * The way from `source` to `destination` by the tables' own path LID and SL.
 *
 * Complexity: O(switches) for the walker; use a `PathWalker` for many walks.
 */
export function walk(
  fabric: Fabric,
  tables: ForwardingTables,
  source: EndportIx,
  destination: EndportIx,
): Walk {
  const walker = new PathWalker(fabric, tables);
  const end = walker.walk(
    source,
    tables.pathLid(source, destination),
    tables.pathSl(source, destination),
  );
  const channels = Array.from(walker.channels.subarray(0, walker.length));
  return {
    end,
    channels,
    lanes: Array.from(walker.lanes.subarray(0, walker.length)),
    switches: switchesOf(fabric, source, channels),
  };
}

function switchesOf(
  fabric: Fabric,
  source: EndportIx,
  channels: readonly number[],
): number[] {
  const first = fabric.endportNode[source] ?? 0;
  const visited = channels.map(
    (channel) => fabric.portNode[fabric.portPeer[channel] ?? 0] ?? 0,
  );
  return [first, ...visited].filter((node) => node < fabric.switchCount);
}
