import type { Fabric } from "@fabriclab/spec";

const TO_HOST = -2;
/** The end of a channel whose port has no cable. */
export const TO_NOBODY = -1;

/** Channel of a switch -> the switch that it leads to; -2 where it leads to a host, `TO_NOBODY` where nowhere. O(channels). */
export function channelEnds({
  portStart,
  portPeer,
  portNode,
  switchCount,
}: Fabric): Int32Array {
  return portPeer.subarray(0, portStart[switchCount]).map((peer) => {
    const node = peer < 0 ? TO_NOBODY : (portNode[peer] ?? TO_NOBODY);
    return node < switchCount ? node : TO_HOST;
  });
}
