import { PathWalker, type WalkEnd } from "@fabriclab/paths";
import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import { NO_PORT, type EndportIx, type Lid, type Sl } from "@fabriclab/units";

/** Where a packet ends that does not arrive. */
export interface EndPlace {
  /** Switch or host; the source's own node where it is not cabled or nobody owns the LID. */
  readonly node: number;
  readonly name: string;
  /**
   * Port number: what the switch's entry names where it sends the packet nowhere (255 = no entry) or where the packet is discarded, what it came in by
   * where it is at the wrong end, the entry that it follows for the second time in a loop.
   */
  readonly port: number;
}

/** An ordered pair whose packets do not arrive. */
export interface FailedPair {
  readonly source: EndportIx;
  readonly destination: EndportIx;
  /** LID and SL that the source uses. */
  readonly lid: Lid;
  readonly sl: Sl;
  readonly end: WalkEnd;
  readonly at: EndPlace;
}

/** Follows single packets and says where they end. */
export class Follower {
  readonly #fabric: Fabric;
  readonly #tables: ForwardingTables;
  readonly #walker: PathWalker;

  constructor(fabric: Fabric, tables: ForwardingTables) {
    this.#fabric = fabric;
    this.#tables = tables;
    this.#walker = new PathWalker(fabric, tables);
  }

  /** Switches that the last packet crossed; only where it was delivered. */
  get hops(): number {
    const { length, channels } = this.#walker;
    if (length === 0) return 1;
    const { portNode, portPeer, switchCount } = this.#fabric;
    const last = portPeer[channels[length - 1] ?? 0] ?? 0;
    // Every channel but a host's own first one leaves a switch; a last one into a switch adds the one that keeps the packet.
    const fromHost = (portNode[channels[0] ?? 0] ?? 0) >= switchCount ? 1 : 0;
    return length - fromHost + ((portNode[last] ?? 0) < switchCount ? 1 : 0);
  }

  /** How a packet ends, where only arriving at `destination` counts as delivered. */
  end(source: EndportIx, destination: EndportIx, lid: Lid, sl: Sl): WalkEnd {
    const end = this.#walker.walk(source, lid, sl);
    return end === "delivered" && this.#tables.lids.owner[lid] !== destination
      ? "wrong-endport"
      : end;
  }

  /** Where the packet ended whose `end` was asked for last. */
  place(source: EndportIx, lid: Lid, end: WalkEnd): EndPlace {
    const { portPeer, portNode, portStart, endportNode, switchCount } =
      this.#fabric;
    const { length, channels } = this.#walker;
    const peer =
      length === 0 ? -1 : (portPeer[channels[length - 1] ?? 0] ?? -1);
    const node = peer < 0 ? (endportNode[source] ?? 0) : (portNode[peer] ?? 0);
    const arrived = peer < 0 ? 0 : peer - (portStart[node] ?? 0) + 1;
    const entry =
      node < switchCount ? (this.#tables.lft[node]?.[lid] ?? NO_PORT) : arrived;
    return {
      node,
      name: this.#fabric.nodeName[node] ?? "",
      port: end === "wrong-endport" ? arrived : entry,
    };
  }
}
