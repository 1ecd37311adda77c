import { switchRanks } from "@fabriclab/paths";
import type { Fabric } from "@fabriclab/spec";
import type { SwitchIx } from "@fabriclab/units";
import { UNRANKED } from "./tree.ts";

/**
 * Rank = cables from the nearest root. Where no roots are named they are the switches farthest from all hosts: those of the greatest distance from the
 * switches that carry hosts.
 *
 * Complexity: O(ports of switches).
 */
export function ranksOf(
  fabric: Fabric,
  roots: readonly SwitchIx[] | undefined,
): Uint16Array {
  if (roots !== undefined) return switchRanks(fabric, roots);
  const { switchCount, portStart, portPeer, portNode } = fabric;
  const leaves = new Set<SwitchIx>();
  for (let port = 0; port < (portStart[switchCount] ?? 0); port++) {
    const peer = portPeer[port] ?? -1;
    if (peer >= 0 && (portNode[peer] ?? 0) >= switchCount)
      leaves.add((portNode[port] ?? 0) as SwitchIx);
  }
  const heights = switchRanks(fabric, [...leaves]);
  let top = 0;
  for (const height of heights)
    if (height !== UNRANKED) top = Math.max(top, height);
  const found: SwitchIx[] = [];
  for (const [sw, height] of heights.entries())
    if (height === top && leaves.size > 0) found.push(sw as SwitchIx);
  return switchRanks(fabric, found);
}
