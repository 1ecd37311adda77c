import type { Flood } from "@fabriclab/paths";
import type { Fabric } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";

/** Switches that the copy crosses which takes longest to its member, counting for each member the shortest way that some copy takes. */
export function depthOf(
  { portPeer, portNode, switchCount, nodeEndport, portStart }: Fabric,
  { channels, relays }: Flood,
  members: ReadonlySet<EndportIx>,
  source: EndportIx,
): number {
  const [first] = channels;
  if (first === undefined) return 0;
  const fromHost = (portNode[first] ?? 0) >= switchCount;
  const crossed = new Map<number, number>();
  // A switch's own packet may leave by several channels; a host's by one.
  const roots = fromHost
    ? [first]
    : channels.filter((channel) => portNode[channel] === portNode[first]);
  for (const root of roots) crossed.set(root, fromHost ? 0 : 1);
  let depth = 0;
  // A map is walked on while it grows, so this is breadth first.
  for (const [channel, switches] of crossed) {
    const peer = portPeer[channel] ?? 0;
    const node = portNode[peer] ?? 0;
    if (node >= switchCount) {
      const endport = (nodeEndport[node] ?? 0) + peer - (portStart[node] ?? 0);
      if (endport !== source && members.has(endport as EndportIx))
        depth = Math.max(depth, switches);
      continue;
    }
    for (const next of relays.get(channel)?.next ?? [])
      if (!crossed.has(next)) crossed.set(next, switches + 1);
  }
  return depth;
}
