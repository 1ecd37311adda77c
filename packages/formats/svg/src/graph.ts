import type { Fabric } from "@fabriclab/spec";

/** Two switches with cables between them, and what their channels carry. */
export interface SwitchPair {
  /** The smaller index. */
  readonly a: number;
  readonly b: number;
  cables: number;
  /** Load of the busiest channel from a to b; 0 where no loads are given. */
  forth: number;
  /** The same from b to a. */
  back: number;
}

/** The switches of a fabric and who is cabled to whom. */
export interface SwitchGraph {
  readonly count: number;
  /** By (a, b). */
  readonly pairs: readonly SwitchPair[];
  /** Switch -> its neighbours, ascending, each once. */
  readonly neighbours: readonly (readonly number[])[];
  /** Switch -> host ports cabled to it. */
  readonly hosts: Int32Array;
}

/** Complexity: O(ports + pairs log pairs). */
export function switchGraph(
  fabric: Fabric,
  loads?: ArrayLike<number>,
): SwitchGraph {
  const { switchCount, portStart, portPeer, portNode } = fabric;
  const hosts = new Int32Array(switchCount);
  const found = new Map<number, SwitchPair>();
  for (let sw = 0; sw < switchCount; sw++) {
    for (
      let port = portStart[sw] ?? 0;
      port < (portStart[sw + 1] ?? 0);
      port++
    ) {
      const peer = portPeer[port] ?? -1;
      if (peer < 0) continue;
      const node = portNode[peer] ?? 0;
      if (node >= switchCount) {
        hosts[sw] = (hosts[sw] ?? 0) + 1;
        continue;
      }
      if (node === sw) continue;
      const [a, b] = sw < node ? [sw, node] : [node, sw];
      const key = a * switchCount + b;
      const pair = found.get(key) ?? { a, b, cables: 0, forth: 0, back: 0 };
      found.set(key, pair);
      const load = loads?.[port] ?? 0;
      if (sw === a) {
        pair.cables += 1;
        pair.forth = Math.max(pair.forth, load);
      } else pair.back = Math.max(pair.back, load);
    }
  }
  const pairs = [...found.values()].sort((p, q) => p.a - q.a || p.b - q.b);
  const neighbours: number[][] = Array.from({ length: switchCount }, () => []);
  for (const { a, b } of pairs) {
    neighbours[a]?.push(b);
    neighbours[b]?.push(a);
  }
  for (const list of neighbours) list.sort((p, q) => p - q);
  return { count: switchCount, pairs, neighbours, hosts };
}

/** Distance in switches from the nearest of `starts`; -1 where none reaches. */
export function distances(
  { count, neighbours }: SwitchGraph,
  starts: readonly number[],
): Int32Array {
  const distance = new Int32Array(count).fill(-1);
  const queue = [...starts];
  for (const sw of queue) distance[sw] = 0;
  for (const sw of queue) {
    for (const next of neighbours[sw] ?? []) {
      if (distance[next] !== -1) continue;
      distance[next] = (distance[sw] ?? 0) + 1;
      queue.push(next);
    }
  }
  return distance;
}
