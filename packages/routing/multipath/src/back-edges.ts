import type { Fabric } from "@fabriclab/spec";
import type { PortIx } from "@fabriclab/units";

/**
 * Algorithm 1 of kim2007: the cables that a breadth-first search does not need, in the order in which it meets them, each as the channel by which
 * it is met first. Their number is that of the independent cycles.
 *
 * Ports are tried from the lowest up. Further components, if any, are searched from their first switch. Cables, not neighbours, are told apart, so
 * parallel cables are back edges.
 *
 * Complexity: O(ports of switches).
 */
export function backEdges(fabric: Fabric, root: number): PortIx[] {
  const { linkCount, portLink, portNode, portPeer, portStart, switchCount } =
    fabric;
  const reached = new Uint8Array(switchCount);
  const known = new Uint8Array(linkCount);
  const found: PortIx[] = [];
  const search = (start: number): void => {
    const queue = [start];
    reached[start] = 1;
    for (const at of queue) {
      const end = portStart[at + 1] ?? 0;
      for (let port = portStart[at] ?? 0; port < end; port++) {
        const peer = portPeer[port] ?? -1;
        const to = peer < 0 ? switchCount : (portNode[peer] ?? 0);
        const link = portLink[port] ?? 0;
        if (to >= switchCount || known[link] === 1) continue;
        known[link] = 1;
        if (reached[to] === 1) found.push(port as PortIx);
        else {
          reached[to] = 1;
          queue.push(to);
        }
      }
    }
  };
  search(root);
  for (let sw = 0; sw < switchCount; sw++) if (reached[sw] === 0) search(sw);
  return found;
}
