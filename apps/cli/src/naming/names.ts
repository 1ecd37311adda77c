import type { Fabric } from "@fabriclab/spec";
import { formatGuid } from "@fabriclab/units";

/** A node by its NodeDescription, and by its GUID where it shares that with others. */
export function nodeName(fabric: Fabric, node: number): string {
  const name = fabric.nodeName[node] ?? "";
  return fabric.findNode(name) === undefined
    ? `${name} ${formatGuid(fabric.nodeGuid[node] ?? 0n)}`
    : name;
}

/** `SW<00,1>:3 -> SW<00,0>`: the port that sends, and who receives. */
export function channelName(fabric: Fabric, channel: number): string {
  const node = fabric.portNode[channel] ?? 0;
  const port = channel - (fabric.portStart[node] ?? 0) + 1;
  const peer = fabric.portPeer[channel] ?? -1;
  const to =
    peer < 0 ? "nowhere" : nodeName(fabric, fabric.portNode[peer] ?? 0);
  return `${nodeName(fabric, node)}:${port} -> ${to}`;
}

/** `0xc001` */
export const mlidName = (mlid: number): string => `0x${mlid.toString(16)}`;
