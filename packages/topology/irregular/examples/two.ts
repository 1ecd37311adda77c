// kim2007's network as far as it is known, and a random one of the same size.
import { parseOptions, type Fabric } from "@fabriclab/spec";
import { fig6like, irregular } from "@fabriclab/topology-irregular";

/** Switches by their number of neighbours. */
function degrees(fabric: Fabric): string {
  const counts = new Map<number, number>();
  for (let sw = 0; sw < fabric.switchCount; sw++) {
    let degree = 0;
    const end = fabric.portStart[sw + 1] ?? 0;
    for (let port = fabric.portStart[sw] ?? 0; port < end; port++) {
      const peer = fabric.portPeer[port] ?? -1;
      if ((fabric.portNode[peer] ?? Infinity) < fabric.switchCount) degree += 1;
    }
    counts.set(degree, (counts.get(degree) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([degree, count]) => `${count} x ${degree}`)
    .join(", ");
}

for (const fabric of [
  fig6like.build(parseOptions(fig6like, {})),
  irregular.build(parseOptions(irregular, { seed: 7 })),
  irregular.build(
    parseOptions(irregular, { switches: 30, links: 46, hostsPerSwitch: 2 }),
  ),
])
  console.log(
    `${fabric.name}: ${fabric.switchCount} switches, ${fabric.hostCount} hosts, ${fabric.linkCount} links; neighbours: ${degrees(fabric)}`,
  );
