import type { Fabric } from "@fabriclab/spec";

/** Switch -> the switch at the other end of each of its cables; one entry for each cable, none for a cable to itself. */
export function switchNeighbours({
  switchCount,
  portStart,
  portPeer,
  portNode,
}: Fabric): number[][] {
  return Array.from({ length: switchCount }, (_, sw) => {
    const found: number[] = [];
    for (
      let port = portStart[sw] ?? 0;
      port < (portStart[sw + 1] ?? 0);
      port++
    ) {
      const node = portNode[portPeer[port] ?? -1] ?? switchCount;
      if (node < switchCount && node !== sw) found.push(node);
    }
    return found;
  });
}

/** The connected parts of the switches, each ascending, by their first switch. */
export function partsOf(
  neighbours: readonly (readonly number[])[],
): number[][] {
  const seen = new Uint8Array(neighbours.length);
  const parts: number[][] = [];
  for (let first = 0; first < neighbours.length; first++) {
    if (seen[first] === 1) continue;
    seen[first] = 1;
    const part = [first];
    for (const sw of part)
      for (const next of neighbours[sw] ?? []) {
        if (seen[next] === 1) continue;
        seen[next] = 1;
        part.push(next);
      }
    parts.push(part.sort((a, b) => a - b));
  }
  return parts;
}
