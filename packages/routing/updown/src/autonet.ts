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
  const { switchCount } = fabric;
  const above = neighbours(fabric, place, true);
  const below = neighbours(fabric, place, false);
  const down = new Int32Array(switchCount);
  // Switch -> number of the port of its way down, 0 where it has none.
  const downBy = new Uint8Array(switchCount);
  const total = new Int32Array(switchCount);
  const barred = new Uint8Array(switchCount);

  /** The entry of the first neighbour that has fewest `hops` left; -1 where none has a way. */
  const nearestOf = (
    sw: number,
    { start, to }: Neighbours,
    hops: Int32Array,
  ): number => {
    let least = FAR;
    let found = -1;
    const end = start[sw + 1] ?? 0;
    for (let entry = start[sw] ?? 0; entry < end; entry++) {
      const there = hops[to[entry] ?? 0] ?? FAR;
      if (there >= least) continue;
      least = there;
      found = entry;
    }
    return found;
  };

  /** @returns whether a switch was barred, so that all must be computed again */
  const round = (to: number, ports: Uint8Array): boolean => {
    for (let i = switchCount - 1; i >= 0; i--) {
      const sw = topDown[i] ?? 0;
      if (sw === to) {
        down[sw] = 0;
        continue;
      }
      const entry = barred[sw] === 1 ? -1 : nearestOf(sw, below, down);
      down[sw] = entry < 0 ? FAR : (down[below.to[entry] ?? 0] ?? FAR) + 1;
      downBy[sw] = entry < 0 ? 0 : (below.port[entry] ?? 0);
    }
    let again = false;
    for (const sw of topDown) {
      if (sw === to) {
        total[sw] = 0;
        continue;
      }
      const wayDown = down[sw] ?? FAR;
      const entry =
        wayDown < FAR && !unlessLonger ? -1 : nearestOf(sw, above, total);
      const up = entry < 0 ? FAR : (total[above.to[entry] ?? 0] ?? FAR) + 1;
      if (wayDown < FAR) {
        if (unlessLonger && up < wayDown) {
          barred[sw] = 1;
          again = true;
        }
        total[sw] = wayDown;
        ports[sw] = downBy[sw] ?? NO_PORT;
      } else {
        total[sw] = up;
        ports[sw] = entry < 0 ? NO_PORT : (above.port[entry] ?? NO_PORT);
      }
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

/** Neighbours on one side of each switch, by port: those of switch `s` at `start[s]` … `start[s + 1] - 1`. */
interface Neighbours {
  readonly start: Int32Array;
  readonly to: Int32Array;
  /** Number of the port. */
  readonly port: Uint8Array;
}

/** Why made once for an order: it is looked through for every destination, and most ports of a switch are on the other side or a host's. */
function neighbours(
  { switchCount, portStart, portPeer, portNode }: Fabric,
  place: Int32Array,
  above: boolean,
): Neighbours {
  const start = new Int32Array(switchCount + 1);
  const to = new Int32Array(portStart[switchCount] ?? 0);
  const port = new Uint8Array(to.length);
  let count = 0;
  for (let sw = 0; sw < switchCount; sw++) {
    const first = portStart[sw] ?? 0;
    for (let at = first; at < (portStart[sw + 1] ?? 0); at++) {
      const next = portNode[portPeer[at] ?? -1] ?? switchCount;
      if (next >= switchCount || next === sw) continue;
      if ((place[next] ?? 0) < (place[sw] ?? 0) !== above) continue;
      to[count] = next;
      port[count++] = at - first + 1;
    }
    start[sw + 1] = count;
  }
  return { start, to, port };
}
