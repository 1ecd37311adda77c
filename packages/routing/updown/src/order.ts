import type { Fabric } from "@fabriclab/spec";
import type { SwitchIx } from "@fabriclab/units";

/** A breadth-first spanning tree for every connected part of the fabric, and the order of the switches that goes with it. */
export interface UpDownOrder {
  /** Switch -> port index (not number) of its cable to its parent in the tree; -1 at a root. */
  readonly parentPort: Int32Array;
  /** Switch -> its place when all are sorted by rank, and by NodeGUID within a rank. The smaller end of a link is its upper one. */
  readonly place: Int32Array;
  /** Switches by place. */
  readonly topDown: Int32Array;
}

/**
 * Ranks and trees by breadth-first search: switches are visited in the order in which they were found, their ports from the lowest. Parts that the roots
 * cannot reach get a root of their own, the switch of the smallest NodeGUID.
 *
 * @param roots one for a part that no cables join, or none
 *
 * Complexity: O(ports + switches · log switches).
 */
export function upDownOrder(
  fabric: Fabric,
  roots: readonly SwitchIx[],
): UpDownOrder {
  const { switchCount, portStart, portPeer, portNode, nodeGuid } = fabric;
  const rank = new Int32Array(switchCount).fill(-1);
  const parentPort = new Int32Array(switchCount).fill(-1);
  const byGuid = Array.from({ length: switchCount }, (_, sw) => sw).sort(
    (a, b) => ((nodeGuid[a] ?? 0n) < (nodeGuid[b] ?? 0n) ? -1 : 1),
  );
  for (const start of [...roots, ...byGuid]) {
    if (rank[start] !== -1) continue;
    rank[start] = 0;
    const queue: number[] = [start];
    for (const at of queue)
      for (
        let port = portStart[at] ?? 0;
        port < (portStart[at + 1] ?? 0);
        port++
      ) {
        const peer = portPeer[port] ?? -1;
        const next = portNode[peer] ?? switchCount;
        if (next >= switchCount || rank[next] !== -1) continue;
        rank[next] = (rank[at] ?? 0) + 1;
        parentPort[next] = peer;
        queue.push(next);
      }
  }
  // Array.prototype.sort is stable: within a rank the GUIDs' order stays.
  const topDown = Int32Array.from(
    byGuid.sort((a, b) => (rank[a] ?? 0) - (rank[b] ?? 0)),
  );
  const place = new Int32Array(switchCount);
  for (const [at, sw] of topDown.entries()) place[sw] = at;
  return { parentPort, place, topDown };
}
