import type { Fabric } from "@fabriclab/spec";
import { NO_PORT, type SwitchIx } from "@fabriclab/units";
import type { FirstPorts } from "./first-ports.ts";
import type { UpDownOrder } from "./order.ts";

/** More hops than any path has: no way. */
const FAR = 2 ** 30;

/**
 * Autonet's up/down over all links, as far as a forwarding table can hold it: a table knows the destination, but not whether the packet came down
 * already. So a switch that sends down must be followed by switches that send down, all the way to the destination.
 *
 * A switch with a way down takes the shortest; one without goes up to the neighbour from which the rest is shortest. With `unlessLonger`, switches for
 * which going up is shorter than their way down are taken out of the ways down, and all is computed again, until there are none. Then no path is longer
 * than along the spanning tree: the switches above the destination in the tree keep their ways down, which are as short as can be, and any other switch
 * has a path at most one hop longer than its parent's. Without it a way down over links within a rank may be longer.
 *
 * Complexity: O(ports) for a destination and round; one round, rarely two or three.
 */
export function autonetPorts(
  fabric: Fabric,
  { place, topDown }: UpDownOrder,
  unlessLonger: boolean,
): FirstPorts {
  const { switchCount, portStart, portPeer, portNode } = fabric;
  const down = new Int32Array(switchCount);
  const total = new Int32Array(switchCount);
  const barred = new Uint8Array(switchCount);

  /** The lowest port of `sw` to the neighbour above, or below, that has fewest `hops` left; -1 where none has a way. */
  const portToNearest = (
    sw: number,
    above: boolean,
    hops: Int32Array,
  ): number => {
    let least = FAR;
    let found = -1;
    for (
      let port = portStart[sw] ?? 0;
      port < (portStart[sw + 1] ?? 0);
      port++
    ) {
      const next = portNode[portPeer[port] ?? -1] ?? switchCount;
      if (next >= switchCount) continue;
      if ((place[next] ?? 0) < (place[sw] ?? 0) !== above) continue;
      const there = hops[next] ?? FAR;
      if (there >= least) continue;
      least = there;
      found = port;
    }
    return found;
  };
  const hopsBy = (port: number, hops: Int32Array): number =>
    port < 0 ? FAR : (hops[portNode[portPeer[port] ?? -1] ?? 0] ?? FAR) + 1;

  /** @returns whether a switch was barred, so that all must be computed again */
  const round = (to: number, ports: Uint8Array): boolean => {
    for (let i = switchCount - 1; i >= 0; i--) {
      const sw = topDown[i] ?? 0;
      if (sw === to) down[sw] = 0;
      else if (barred[sw] === 1) down[sw] = FAR;
      else down[sw] = hopsBy(portToNearest(sw, false, down), down);
    }
    let again = false;
    for (const sw of topDown) {
      if (sw === to) {
        total[sw] = 0;
        continue;
      }
      let port = portToNearest(sw, true, total);
      const up = hopsBy(port, total);
      const wayDown = down[sw] ?? FAR;
      if (wayDown < FAR) {
        if (unlessLonger && up < wayDown) {
          barred[sw] = 1;
          again = true;
        }
        port = portToNearest(sw, false, down);
      }
      total[sw] = wayDown < FAR ? wayDown : up;
      ports[sw] = port < 0 ? NO_PORT : port - (portStart[sw] ?? 0) + 1;
    }
    return again;
  };

  return (to: SwitchIx) => {
    const ports = new Uint8Array(switchCount).fill(NO_PORT);
    barred.fill(0);
    while (round(to, ports));
    return ports;
  };
}
