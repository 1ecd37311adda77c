import type { Fabric } from "@fabriclab/spec";

/** Neighbours of every switch in the graph of switches, parallel cables once: those of `sw` stand from `start[sw]` up to `start[sw + 1]` in `to`. */
export interface Adjacency {
  readonly start: Int32Array;
  readonly to: Int32Array;
}

/** Complexity: O(ports). */
export function adjacencyOf(fabric: Fabric): Adjacency {
  const { switchCount, portStart, portPeer, portNode } = fabric;
  const start = new Int32Array(switchCount + 1);
  const to: number[] = [];
  /** Switch -> the last one that it was found to be a neighbour of, plus one. */
  const seen = new Int32Array(switchCount);
  for (let sw = 0; sw < switchCount; sw++) {
    const end = portStart[sw + 1] ?? 0;
    for (let port = portStart[sw] ?? 0; port < end; port++) {
      const peer = portPeer[port] ?? -1;
      const node = peer < 0 ? switchCount : (portNode[peer] ?? switchCount);
      if (node >= switchCount || node === sw || seen[node] === sw + 1) continue;
      seen[node] = sw + 1;
      to.push(node);
    }
    start[sw + 1] = to.length;
  }
  return { start, to: Int32Array.from(to) };
}
