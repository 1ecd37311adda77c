import { switchRanks, type Planes } from "@fabriclab/paths";
import type { Fabric } from "@fabriclab/spec";
import type { SwitchIx } from "@fabriclab/units";
import { UNRANKED } from "./tree.ts";

/**
 * Rank = cables from the nearest root. Where no roots are named they are the switches farthest from all hosts: those of the greatest distance from the
 * switches that carry hosts, in each part of the fabric that no cables join to the others.
 *
 * Complexity: O(ports of switches).
 */
export function ranksOf(
  fabric: Fabric,
  roots: readonly SwitchIx[] | undefined,
  planes: Planes,
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
  const { count, of } = planes;
  const top = new Int32Array(count).fill(-1);
  for (const [sw, height] of heights.entries())
    if (height !== UNRANKED && height > (top[of[sw] ?? 0] ?? -1))
      top[of[sw] ?? 0] = height;
  const found: SwitchIx[] = [];
  for (const [sw, height] of heights.entries())
    if (height === top[of[sw] ?? 0]) found.push(sw as SwitchIx);
  return switchRanks(fabric, found);
}
