import type { NetworkConfig } from "./network.ts";

/**
 * Splits switches into `parts` runs of consecutive numbers of about equal size; a host goes with its switch. Good for meshes in row order.
 */
export function splitInOrder(
  config: Pick<NetworkConfig, "fabric">,
  parts: number,
): Uint8Array {
  const { fabric } = config;
  const partOf = new Uint8Array(fabric.nodeCount);
  for (let sw = 0; sw < fabric.switchCount; sw++)
    partOf[sw] = Math.floor((sw * parts) / fabric.switchCount);
  for (let node = fabric.switchCount; node < fabric.nodeCount; node++) {
    for (
      let port = fabric.portStart[node]!;
      port < fabric.portStart[node + 1]!;
      port++
    ) {
      const peer = fabric.portPeer[port]!;
      if (peer >= 0) {
        partOf[node] = partOf[fabric.portNode[peer]!]!;
        break;
      }
    }
  }
  return partOf;
}
