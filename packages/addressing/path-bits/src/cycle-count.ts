import type { Fabric } from "@fabriclab/spec";

/**
 * C = |E| - |V| + components of the graph of switches: how many cycles are independent. Every cable counts, so two parallel ones are a cycle.
 *
 * Complexity: O(links), nearly.
 */
export function cycleCount(fabric: Fabric): number {
  const { linkPorts, linkCount, portNode, switchCount } = fabric;
  const parent = Int32Array.from({ length: switchCount }, (_, sw) => sw);
  const rootOf = (sw: number): number => {
    let at = sw;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at] ?? 0] ?? 0;
      at = parent[at] ?? 0;
    }
    return at;
  };
  let cycles = 0;
  for (let link = 0; link < linkCount; link++) {
    const a = portNode[linkPorts[2 * link] ?? 0] ?? 0;
    const b = portNode[linkPorts[2 * link + 1] ?? 0] ?? 0;
    if (a >= switchCount || b >= switchCount) continue;
    const [left, right] = [rootOf(a), rootOf(b)];
    // A cable inside a component closes a cycle; any other joins two components.
    if (left === right) cycles += 1;
    else parent[left] = right;
  }
  return cycles;
}
