import type { Fabric } from "@fabriclab/spec";

/**
 * Rank of each switch by its distance from the nearest switch with a host: those farthest away get 0 (in a fat tree the roots), those with hosts the
 * highest. Switches that no host reaches get 0. All ranks are 0 where every switch has a host, as in a mesh.
 *
 * Complexity: O(ports).
 */
export function switchRanks(fabric: Fabric): Int32Array {
  const { portStart, portPeer, portNode, switchCount } = fabric;
  const distance = new Int32Array(switchCount).fill(-1);
  const queue: number[] = [];
  for (
    let port = portStart[switchCount] ?? 0;
    port < fabric.portCount;
    port++
  ) {
    const sw = portNode[portPeer[port] ?? -1] ?? switchCount;
    if (sw >= switchCount || distance[sw] === 0) continue;
    distance[sw] = 0;
    queue.push(sw);
  }
  let farthest = 0;
  for (const sw of queue) {
    farthest = Math.max(farthest, distance[sw] ?? 0);
    for (
      let port = portStart[sw] ?? 0;
      port < (portStart[sw + 1] ?? 0);
      port++
    ) {
      const node = portNode[portPeer[port] ?? -1] ?? switchCount;
      if (node >= switchCount || distance[node] !== -1) continue;
      distance[node] = (distance[sw] ?? 0) + 1;
      queue.push(node);
    }
  }
  return distance.map((value) => (value < 0 ? 0 : farthest - value));
}
