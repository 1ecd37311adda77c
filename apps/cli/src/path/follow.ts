import { PathWalker, type WalkEnd } from "@fabriclab/paths";
import {
  endportName,
  type Fabric,
  type ForwardingTables,
} from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { nodeName } from "../naming/names.ts";
import { many } from "../naming/words.ts";
import { type Hop, hopsOf, nodesOf } from "./hops.ts";
import type { NamedEndport } from "./named-endport.ts";

/** One path, as the tables lay it down. */
export interface PathReport {
  readonly fabric: { readonly name: string; readonly file: string };
  readonly tables: string;
  readonly from: string;
  readonly to: string;
  /** Destination LID of the packet. */
  readonly lid: number;
  /** Null for multicast, which is followed whatever its SL. */
  readonly sl: number | null;
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
  const channels = [...walker.channels.subarray(0, walker.length)];
  const lanes = [...walker.lanes.subarray(0, walker.length)];
  const nodes = nodesOf(fabric, from, channels);
  return {
    from: endportName(fabric, from),
    to: endportName(fabric, to.endport),
    lid,
    sl,
    arrives: end === "delivered",
    end,
    what: sentence(fabric, tables, nodes, end, lid),
    hops: hopsOf(fabric, from, channels, lanes),
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
