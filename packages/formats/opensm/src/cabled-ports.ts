import type { Fabric } from "@fabriclab/spec";

/** Whether a cable leads from this port of a switch. */
export const isCabled = (fabric: Fabric, sw: number, port: number): boolean =>
  port > 0 &&
  (fabric.portPeer[(fabric.portStart[sw] ?? 0) + port - 1] ?? -1) >= 0;

/** Whether no cable leads from a node, so that no dump has anything to say of its ports. */
export const isAlone = (
  { portPeer, portStart }: Fabric,
  node: number,
): boolean =>
  portPeer
    .subarray(portStart[node], portStart[node + 1])
    .every((peer) => peer < 0);
