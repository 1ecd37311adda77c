import type { SwitchLinks } from "@fabriclab/paths";

/**
 * The switch that most shortest paths between the destinations and all switches lead through (betweenness), the first of equal ones: the root of the
 * escape tree, so that the tree's detours are short.
 *
 * Brandes: A faster algorithm for betweenness centrality. Journal of Mathematical Sociology 25(2), 2001.
 *
 * Complexity: O(destinations · links), of at most `SAMPLE` destinations, evenly taken from all.
 */
export function centreOf(
  { switchCount, start, to }: SwitchLinks,
  destinations: readonly number[],
): number {
  const between = new Float64Array(switchCount);
  const hops = new Int32Array(switchCount);
  const ways = new Float64Array(switchCount);
  const share = new Float64Array(switchCount);
  const queue = new Int32Array(switchCount);
  const step = Math.max(1, destinations.length / SAMPLE);
  for (let turn = 0; turn < destinations.length; turn += step) {
    const source = destinations[Math.floor(turn)] ?? 0;
    hops.fill(-1);
    ways.fill(0);
    share.fill(0);
    hops[source] = 0;
    ways[source] = 1;
    queue[0] = source;
    let count = 1;
    for (let i = 0; i < count; i++) {
      const sw = queue[i] ?? 0;
      for (let link = start[sw] ?? 0; link < (start[sw + 1] ?? 0); link++) {
        const next = to[link] ?? 0;
        if ((hops[next] ?? 0) < 0) {
          hops[next] = (hops[sw] ?? 0) + 1;
          queue[count++] = next;
        }
        if (hops[next] === (hops[sw] ?? 0) + 1)
          ways[next] = (ways[next] ?? 0) + (ways[sw] ?? 0);
      }
    }
    for (let i = count - 1; i > 0; i--) {
      const sw = queue[i] ?? 0;
      const part = (1 + (share[sw] ?? 0)) / (ways[sw] ?? 1);
      for (let link = start[sw] ?? 0; link < (start[sw + 1] ?? 0); link++) {
        const before = to[link] ?? 0;
        if ((hops[before] ?? 0) + 1 === hops[sw])
          share[before] = (share[before] ?? 0) + (ways[before] ?? 0) * part;
      }
      between[sw] = (between[sw] ?? 0) + (share[sw] ?? 0);
    }
  }
  let best = destinations[0] ?? 0;
  for (let sw = 0; sw < switchCount; sw++)
    // Sums of the same shares in another order may differ in their last digits.
    if ((between[sw] ?? 0) > (between[best] ?? 0) * (1 + 1e-9)) best = sw;
  return best;
}

/** Destinations looked at, so that large fabrics do not take longer for their root than for their routes. */
const SAMPLE = 256;
