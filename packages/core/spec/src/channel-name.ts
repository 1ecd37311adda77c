import type { PortIx } from "@fabriclab/units";
import type { Fabric } from "./fabric.ts";

/** The name of a channel (a direction of a link) by the port that sends on it: `SW<20,1>:3`. */
export const channelName = (fabric: Fabric, port: number): string => {
  const node = fabric.portNode[port] ?? 0;
  return `${fabric.nodeName[node] ?? ""}:${fabric.numOf(port as PortIx)}`;
};
