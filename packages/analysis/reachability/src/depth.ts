import type { Flood } from "@fabriclab/paths";
import type { Fabric } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";

/**
 * Switches on the longest way that any copy takes to one of the members. Copies that come out of a cycle are left out: their ways have no end.
 *
 * Complexity: O(channels reached · radix).
 */
export function depthOf(
  { portPeer, portNode, switchCount, nodeEndport, portStart }: Fabric,
  { channels, relays }: Flood,
  members: ReadonlySet<EndportIx>,
  source: EndportIx,
): number {
  const [first] = channels;
  if (first === undefined) return 0;
  const start = (portNode[first] ?? 0) >= switchCount ? 0 : 1;
  /** Channel -> channels before it whose copies have not been followed. (Kahn 1962) */
  const waiting = new Map<number, number>();
  for (const channel of channels)
    for (const next of relays.get(channel)?.next ?? [])
      waiting.set(next, (waiting.get(next) ?? 0) + 1);
  /** Channel -> most switches that a copy has crossed which is on it. */
  const crossed = new Map<number, number>(
    channels
      .filter((channel) => !waiting.has(channel))
      .map((channel) => [channel, start]),
  );
  const most = new Map<number, number>();
  let depth = 0;
  const arrives = (endport: number, switches: number): void => {
    if (endport !== source && members.has(endport as EndportIx))
      depth = Math.max(depth, switches);
  };
  // A map is walked on while it grows.
  for (const [channel, switches] of crossed) {
    const peer = portPeer[channel] ?? 0;
    const node = portNode[peer] ?? 0;
    const own = nodeEndport[node] ?? 0;
    if (node >= switchCount) {
      arrives(own + peer - (portStart[node] ?? 0), switches);
      continue;
    }
    const relay = relays.get(channel);
    if (relay?.local === true) arrives(own, switches + 1);
    for (const next of relay?.next ?? []) {
      const longest = Math.max(most.get(next) ?? 0, switches + 1);
      most.set(next, longest);
      const left = (waiting.get(next) ?? 0) - 1;
      waiting.set(next, left);
      if (left === 0) crossed.set(next, longest);
    }
  }
  return depth;
}
