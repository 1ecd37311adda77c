import type { Fabric } from "@fabriclab/spec";

/** Hops that cannot be. */
export const NO_HOPS = 0xff;

/**
 * Least hops between switches, as OpenSM counts them: from switch · switchCount + to; 0 to itself, `NO_HOPS` where no path leads.
 *
 * Complexity: O(switches · links).
 */
export function switchHops(fabric: Fabric): Uint8Array {
  const { switchCount } = fabric;
  const near = Array.from({ length: switchCount }, (_, sw) => {
    const found = new Set<number>();
    for (
      let port = fabric.portStart[sw] ?? 0;
      port < (fabric.portStart[sw + 1] ?? 0);
      port++
    ) {
      const peer = fabric.portNode[fabric.portPeer[port] ?? -1] ?? -1;
      if (peer >= 0 && peer < switchCount) found.add(peer);
    }
    return [...found];
  });
  const hops = new Uint8Array(switchCount * switchCount).fill(NO_HOPS);
  for (let from = 0; from < switchCount; from++) {
    const row = hops.subarray(from * switchCount, (from + 1) * switchCount);
    row[from] = 0;
    const queue = [from];
    for (let at = 0; at < queue.length; at++) {
      const sw = queue[at] ?? 0;
      const next = (row[sw] ?? 0) + 1;
      if (next >= NO_HOPS) break;
      for (const other of near[sw] ?? []) {
        if (row[other] !== NO_HOPS) continue;
        row[other] = next;
        queue.push(other);
      }
    }
  }
  return hops;
}
