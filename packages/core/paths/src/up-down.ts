import type { Fabric } from "@fabriclab/spec";
import type { SwitchIx } from "@fabriclab/units";
import { UNREACHABLE } from "./hops.ts";

/**
 * Ranks of the switches for up/down routing: the distance from the nearest root, in cables; `UNREACHABLE` where no root can be reached.
 *
 * Complexity: O(ports of switches).
 */
export function switchRanks(
  fabric: Fabric,
  roots: readonly SwitchIx[],
): Uint16Array {
  const { portStart, portPeer, portNode, switchCount } = fabric;
  const ranks = new Uint16Array(switchCount).fill(UNREACHABLE);
  const queue: number[] = [...roots];
  for (const root of roots) ranks[root] = 0;
  for (const at of queue) {
    const end = portStart[at + 1] ?? 0;
    for (let port = portStart[at] ?? 0; port < end; port++) {
      const node = portNode[portPeer[port] ?? -1] ?? switchCount;
      if (node >= switchCount || ranks[node] !== UNREACHABLE) continue;
      ranks[node] = (ranks[at] ?? 0) + 1;
      queue.push(node);
    }
  }
  return ranks;
}

/**
 * Whether a channel between switches leads up, as OpenSM 3.3.23 counts it: to a smaller rank; between equal ranks to the smaller NodeGUID; between
 * roots always.
 */
export function stepsUp(
  fabric: Fabric,
  ranks: Uint16Array,
  channel: number,
): boolean {
  const { portNode, portPeer, nodeGuid } = fabric;
  const from = portNode[channel] ?? 0;
  const to = portNode[portPeer[channel] ?? 0] ?? 0;
  const [here, there] = [ranks[from] ?? 0, ranks[to] ?? 0];
  if (here !== there) return here > there;
  return here === 0 || (nodeGuid[from] ?? 0n) > (nodeGuid[to] ?? 0n);
}
