import type { Fabric } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";

/** A switch with at least this part of the most hosts on any switch counts as a leaf: one management node on a spine does not make it one. */
const LEAF_SHARE = 4;

const AGGREGATION = /\baggregation node\b/i;

/**
 * What an endport is, in words: its kind (channel adapter, aggregation node by its NodeDescription, switch port 0) and, where switches are not all alike,
 * the rank of its switch: 0 for those farthest from the leaves, which have most of the hosts.
 *
 * Complexity: O(ports) for the fabric, O(1) a call.
 */
export function roleOf(fabric: Fabric): (endport: EndportIx) => string {
  const ranks = leafRanks(fabric);
  const several = ranks.some((rank) => rank > 0);
  return (endport) => {
    const node = fabric.endportNode[endport] ?? 0;
    const isSwitch = endport < fabric.switchCount;
    const kind = isSwitch
      ? "switch port 0"
      : AGGREGATION.test(fabric.nodeName[node] ?? "")
        ? "aggregation node"
        : "channel adapter";
    const sw = isSwitch ? node : fabric.attachment(endport)?.sw;
    const rank = sw === undefined ? -1 : (ranks[sw] ?? -1);
    return several && rank >= 0 ? `${kind} at rank ${rank}` : kind;
  };
}

/**
 * Switch -> rank: 0 for the switches farthest from the leaves, and one more for every cable nearer to them; -1 where no leaf is joined to it. Leaves are
 * the switches with at least a quarter of the most hosts on any.
 *
 * Complexity: O(ports).
 */
export function leafRanks(fabric: Fabric): Int32Array {
  const above = distanceFromLeaves(fabric);
  let highest = 0;
  for (const distance of above) highest = Math.max(highest, distance);
  return above.map((distance) => (distance < 0 ? -1 : highest - distance));
}

/** Switch -> cables to the nearest leaf, -1 where no leaf is joined to it. */
function distanceFromLeaves(fabric: Fabric): Int32Array {
  const { switchCount, portStart, portPeer, portNode } = fabric;
  const hosts = new Int32Array(switchCount);
  let most = 0;
  for (let port = portStart[switchCount] ?? 0; port < portPeer.length; port++) {
    const peer = portPeer[port] ?? -1;
    const sw = peer < 0 ? switchCount : (portNode[peer] ?? switchCount);
    if (sw >= switchCount) continue;
    hosts[sw] = (hosts[sw] ?? 0) + 1;
    most = Math.max(most, hosts[sw] ?? 0);
  }
  const distance = new Int32Array(switchCount).fill(-1);
  const queue: number[] = [];
  for (let sw = 0; sw < switchCount; sw++) {
    if ((hosts[sw] ?? 0) === 0 || (hosts[sw] ?? 0) * LEAF_SHARE < most)
      continue;
    distance[sw] = 0;
    queue.push(sw);
  }
  for (const sw of queue)
    for (
      let port = portStart[sw] ?? 0;
      port < (portStart[sw + 1] ?? 0);
      port++
    ) {
      const peer = portPeer[port] ?? -1;
      const next = peer < 0 ? switchCount : (portNode[peer] ?? switchCount);
      if (next >= switchCount || distance[next] !== -1) continue;
      distance[next] = (distance[sw] ?? 0) + 1;
      queue.push(next);
    }
  return distance;
}
