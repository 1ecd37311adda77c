import type { Fabric } from "@fabriclab/spec";
import type { EndportIx, SwitchIx } from "@fabriclab/units";

/** The host endport at the other end of a switch port; undefined where there is none, or no such port. */
export function hostBehind(
  fabric: Fabric,
  sw: SwitchIx,
  num: number,
): EndportIx | undefined {
  const port = (fabric.portStart[sw] ?? 0) + num - 1;
  if (num === 0 || port >= (fabric.portStart[sw + 1] ?? 0)) return undefined;
  const peer = fabric.portPeer[port] ?? -1;
  const node = fabric.portNode[peer] ?? -1;
  if (node < fabric.switchCount) return undefined;
  return ((fabric.nodeEndport[node] ?? 0) +
    peer -
    (fabric.portStart[node] ?? 0)) as EndportIx;
}
