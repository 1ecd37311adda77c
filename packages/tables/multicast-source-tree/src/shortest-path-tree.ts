import type { Fabric } from "@fabriclab/spec";
import type { SwitchIx } from "@fabriclab/units";

/**
 * The shortest-path tree from one switch: switch -> port (index) of the switch before it on the path, the one that sends to it; -1 at `from`, -2 where
 * no cables lead.
 *
 * Breadth-first: switches are visited in the order in which they were found, their ports from the lowest, so of several shortest paths the one stays
 * whose ports, read from the source, are lowest.
 *
 * Complexity: O(ports of switches).
 */
export function shortestPathTree(fabric: Fabric, from: SwitchIx): Int32Array {
  const { switchCount, portStart, portPeer, portNode } = fabric;
  const feeder = new Int32Array(switchCount).fill(NOT_REACHED);
  feeder[from] = AT_SOURCE;
  const queue: number[] = [from];
  for (const at of queue)
    for (
      let port = portStart[at] ?? 0;
      port < (portStart[at + 1] ?? 0);
      port++
    ) {
      const next = portNode[portPeer[port] ?? -1] ?? switchCount;
      if (next >= switchCount || feeder[next] !== NOT_REACHED) continue;
      feeder[next] = port;
      queue.push(next);
    }
  return feeder;
}

export const AT_SOURCE = -1;
export const NOT_REACHED = -2;
