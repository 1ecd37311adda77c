import type { Fabric } from "@fabriclab/spec";
import type { EndportIx, PortIx } from "@fabriclab/units";
import { nodeName } from "../naming/names.ts";

/** A node on the way of a packet. */
export interface Hop {
  readonly node: string;
  /** Port by which the packet comes in; null in the node that it starts from. */
  readonly in: number | null;
  /** Port by which it goes out; null in the node where it ends. */
  readonly out: number | null;
  /** VL behind `out`; null where it ends, and for multicast. */
  readonly vl: number | null;
}

/** Nodes on the way over `channels` (sending ports), both ends included. */
export const nodesOf = (
  { endportNode, portPeer, portNode }: Fabric,
  from: EndportIx,
  channels: readonly number[],
): number[] => [
  endportNode[from] ?? 0,
  ...channels.map((channel) => portNode[portPeer[channel] ?? 0] ?? 0),
];

/** @param lanes VL on each of the channels */
export function hopsOf(
  fabric: Fabric,
  from: EndportIx,
  channels: readonly number[],
  lanes: readonly number[] = [],
): Hop[] {
  const num = (port: number | undefined): number | null =>
    port === undefined ? null : fabric.numOf(port as PortIx);
  return nodesOf(fabric, from, channels).map((node, i) => ({
    node: nodeName(fabric, node),
    in: i === 0 ? null : num(fabric.portPeer[channels[i - 1] ?? 0]),
    out: num(channels[i]),
    vl: lanes[i] ?? null,
  }));
}
