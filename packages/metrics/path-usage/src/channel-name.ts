import type { Fabric } from "@fabriclab/spec";
import type { PortIx } from "@fabriclab/units";

/** A channel by the port that sends on it, `S0:2`. */
export const channelName = (fabric: Fabric, port: number): string => {
  const node = fabric.portNode[port] ?? 0;
  return `${fabric.nodeName[node] ?? ""}:${fabric.numOf(port as PortIx)}`;
};
