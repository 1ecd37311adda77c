import type { DestinationOrder, SwitchLinks } from "@fabriclab/paths";

/**
 * Switch -> the lane of its own LID and of its hosts'. Switches with hosts are taken in breadth-first order, so that neighbours share a lane, and cut into
 * parts with equally many hosts; the LIDs of other switches, which no host sends to, are all on lane 0.
 *
 * Complexity: O(links).
 *
 * @param most lanes that may be used
 */
export function lanesOf(
  { switchCount, start, to }: SwitchLinks,
  order: DestinationOrder,
  most: number,
): Uint8Array {
  const hosts = new Int32Array(switchCount);
  let total = 0;
  let carriers = 0;
  for (const [place, sw] of order.switches.entries()) {
    const count = (order.start[place + 1] ?? 0) - (order.start[place] ?? 0);
    hosts[sw] = count;
    total += count;
    if (count > 0) carriers += 1;
  }
  const lanes = Math.min(most, Math.max(carriers, 1));
  const lane = new Uint8Array(switchCount);
  const seen = new Uint8Array(switchCount);
  let before = 0;
  for (const first of order.mapOrder) {
    if (seen[first] === 1) continue;
    seen[first] = 1;
    const queue = [first];
    for (const sw of queue) {
      const count = hosts[sw] ?? 0;
      if (count > 0) lane[sw] = Math.floor((before / total) * lanes);
      before += count;
      for (let link = start[sw] ?? 0; link < (start[sw + 1] ?? 0); link++) {
        const next = to[link] ?? 0;
        if (seen[next] === 1) continue;
        seen[next] = 1;
        queue.push(next);
      }
    }
  }
  return lane;
}
