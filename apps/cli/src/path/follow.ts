import { PathWalker, type WalkEnd } from "@fabriclab/paths";
import {
  endportName,
  type Fabric,
  type ForwardingTables,
} from "@fabriclab/spec";
import type { EndportIx, PortIx } from "@fabriclab/units";
import { nodeName } from "../naming/names.ts";
import { many } from "../naming/words.ts";
import type { NamedEndport } from "./named-endport.ts";

/** A node on the way of a packet. */
export interface Hop {
  readonly node: string;
  /** Port by which the packet comes in; null in the node that it starts from. */
  readonly in: number | null;
  /** Port by which it goes out; null in the node where it ends. */
  readonly out: number | null;
  /** VL behind `out`; null where it ends. */
  readonly vl: number | null;
}

/** One path, as the tables lay it down. */
export interface PathReport {
  readonly fabric: { readonly name: string; readonly file: string };
  readonly tables: string;
  readonly from: string;
  readonly to: string;
  /** Destination LID of the packet. */
  readonly lid: number;
  readonly sl: number;
  readonly arrives: boolean;
  /** How it ends. */
  readonly end: WalkEnd;
  /** The end, as a sentence. */
  readonly what: string;
  readonly hops: readonly Hop[];
}

/**
 * The path of one packet: to the LID by which the destination was named, else to the one that the tables take for the pair, and with the pair's SL.
 *
 * Complexity: O(switches).
 */
export function followPath(
  fabric: Fabric,
  tables: ForwardingTables,
  from: EndportIx,
  to: NamedEndport,
): Omit<PathReport, "fabric" | "tables"> {
  const lid = to.lid ?? tables.pathLid(from, to.endport);
  const sl = tables.pathSl(from, to.endport);
  const walker = new PathWalker(fabric, tables);
  const end = walker.walk(from, lid, sl);
  const nodes = nodesOf(fabric, from, walker);
  return {
    from: endportName(fabric, from),
    to: endportName(fabric, to.endport),
    lid,
    sl,
    arrives: end === "delivered",
    end,
    what: sentence(fabric, tables, nodes, end, lid),
    hops: nodes.map((node, i) => hop(fabric, walker, node, i)),
  };
}

/** Nodes on the way, both ends included. */
const nodesOf = (
  fabric: Fabric,
  from: EndportIx,
  { channels, length }: PathWalker,
): number[] => [
  fabric.endportNode[from] ?? 0,
  ...Array.from(
    channels.subarray(0, length),
    (port) => fabric.portNode[fabric.portPeer[port] ?? 0] ?? 0,
  ),
];

/** The `i`-th node of the way: it sends over the walk's `i`-th channel. */
function hop(
  fabric: Fabric,
  { channels, lanes, length }: PathWalker,
  node: number,
  i: number,
): Hop {
  const into = i === 0 ? -1 : (fabric.portPeer[channels[i - 1] ?? 0] ?? -1);
  return {
    node: nodeName(fabric, node),
    in: into < 0 ? null : fabric.numOf(into as PortIx),
    out: i < length ? fabric.numOf((channels[i] ?? 0) as PortIx) : null,
    vl: i < length ? (lanes[i] ?? 0) : null,
  };
}

/** Where the path ends, and why there. */
function sentence(
  fabric: Fabric,
  tables: ForwardingTables,
  nodes: readonly number[],
  end: WalkEnd,
  lid: number,
): string {
  const last = nodes.at(-1) ?? 0;
  const at = nodeName(fabric, last);
  switch (end) {
    case "delivered": {
      const crossed = nodes.filter((node) => node < fabric.switchCount);
      return `arrives: ${many(crossed.length, "switch", "switches")}`;
    }
    case "loop":
      return `does not arrive: back at ${at}, it goes round for ever`;
    case "no-path":
      return `does not arrive: ${at} has no entry for LID ${lid}`;
    case "dead-port":
      return `does not arrive: ${at} sends LID ${lid} to its port ${tables.lft[last]?.[lid] ?? 0}, which has no cable`;
    case "wrong-endport":
      return `does not arrive: it ends at ${at}, which does not own LID ${lid}`;
    case "no-lane":
      return `does not arrive: ${at} discards it, as SL2VL has no lane for it`;
    case "unattached":
      return lid === 0
        ? `does not arrive: the destination has no LID`
        : `does not arrive: ${at} has no cable`;
  }
}
