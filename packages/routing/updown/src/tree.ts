import type { SwitchLinks } from "@fabriclab/paths";
import type { Fabric } from "@fabriclab/spec";
import { NO_PORT } from "@fabriclab/units";
import type { FirstPorts } from "./first-ports.ts";
import type { RouteLoad } from "./load.ts";
import type { UpDownOrder } from "./order.ts";

/**
 * Routes along the spanning tree: up until the destination is below, then down to it. All other links carry nothing.
 *
 * Complexity: O(switches) for a destination.
 */
export function treePorts(
  { switchCount, portStart }: Fabric,
  { channel, to: peer, back }: SwitchLinks,
  { parent, topDown }: UpDownOrder,
): FirstPorts {
  const numOf = (link: number, sw: number): number =>
    (channel[link] ?? 0) - (portStart[sw] ?? 0) + 1;
  // Root of the part that a switch is in.
  const rootOf = new Int32Array(switchCount);
  for (const sw of topDown) {
    const up = parent[sw] ?? -1;
    rootOf[sw] = up < 0 ? sw : (rootOf[peer[up] ?? 0] ?? sw);
  }
  return (to) => {
    const ports = new Uint8Array(switchCount).fill(NO_PORT);
    for (let sw = 0; sw < switchCount; sw++) {
      const up = parent[sw] ?? -1;
      if (up >= 0 && rootOf[sw] === rootOf[to]) ports[sw] = numOf(up, sw);
    }
    let below: number = to;
    for (;;) {
      const up = parent[below] ?? -1;
      if (up < 0) break;
      const above = peer[up] ?? 0;
      ports[above] = numOf(back[up] ?? 0, above);
      below = above;
    }
    ports[to] = NO_PORT;
    return ports;
  };
}

/**
 * What `treePorts` loads the links of the tree with: over that above a switch goes, in each direction, one route for each host below with each host elsewhere.
 *
 * Complexity: O(switches).
 *
 * @param hosts switch -> hosts that count, all in one tree
 */
export function treeLoad(
  { to: peer }: SwitchLinks,
  { parent, topDown }: UpDownOrder,
  hosts: Int32Array,
): RouteLoad {
  const below = Float64Array.from(hosts);
  const all = below.reduce((sum, count) => sum + count, 0);
  let busiest = 0;
  let hops = 0;
  for (let at = topDown.length - 1; at >= 0; at--) {
    const sw = topDown[at] ?? 0;
    const up = parent[sw] ?? -1;
    if (up < 0) continue;
    const here = below[sw] ?? 0;
    const above = peer[up] ?? 0;
    below[above] = (below[above] ?? 0) + here;
    const routes = here * (all - here);
    busiest = Math.max(busiest, routes);
    hops += 2 * routes;
  }
  return { busiest, hops };
}
