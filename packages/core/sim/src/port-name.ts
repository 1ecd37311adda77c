import type { Fabric } from "@fabriclab/spec";

/** `S3:2`, as people name a port. */
export const portName = (fabric: Fabric, port: number): string => {
  const node = fabric.portNode[port] ?? 0;
  return `${fabric.nodeName[node] ?? "?"}:${port - (fabric.portStart[node] ?? 0) + 1}`;
};

/** `S0:3 - S1:3`, by the port at one end. */
export const cableName = (fabric: Fabric, port: number): string =>
  `${portName(fabric, port)} - ${portName(fabric, fabric.portPeer[port] ?? 0)}`;
