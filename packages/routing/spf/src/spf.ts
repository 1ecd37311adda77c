import { Dijkstra, lidExits } from "@fabriclab/paths";
import type { RoutingContext, RoutingRule } from "@fabriclab/spec";
import { NO_PORT, type Lid, type SwitchIx } from "@fabriclab/units";
import { channelCosts, type CostOptions } from "./link-costs.ts";

/**
 * The rule of SPF: at every switch the lowest port that begins a path of least cost. Every hop leads to a switch that is nearer by the cost of the
 * link, so no path comes back to a switch.
 *
 * Complexity: one Dijkstra search for each switch with destinations, O(ports · log switches), when it is first asked for; then O(1) for a candidate.
 * Keeps one byte for each pair of switches.
 *
 * @throws FabricError E_SPF_COST_LINK, E_SPF_COST_TWICE
 */
export function createSpf(
  { fabric, lids }: RoutingContext,
  options: CostOptions,
): RoutingRule {
  const costs = channelCosts(fabric, options);
  const exits = lidExits(fabric, lids);
  const search = new Dijkstra(fabric);
  const known = new Map<number, Uint8Array>();
  const { switchCount, portStart, portPeer, portNode } = fabric;

  const firstPorts = (to: number): Uint8Array => {
    search.to(to as SwitchIx, costs);
    const { distance } = search;
    const ports = new Uint8Array(switchCount).fill(NO_PORT);
    for (let sw = 0; sw < switchCount; sw++) {
      const here = distance[sw] ?? Infinity;
      if (sw === to || here === Infinity) continue;
      const first = portStart[sw] ?? 0;
      for (let port = first; port < (portStart[sw + 1] ?? 0); port++) {
        const next = portNode[portPeer[port] ?? -1] ?? switchCount;
        if (next >= switchCount) continue;
        if ((distance[next] ?? Infinity) + (costs[port] ?? Infinity) !== here)
          continue;
        ports[sw] = port - first + 1;
        break;
      }
    }
    return ports;
  };

  return {
    candidates(at: SwitchIx, lid: Lid, out: Uint8Array): number {
      const to = exits.sw[lid] ?? -1;
      if (to < 0) return 0;
      let ports = known.get(to);
      if (ports === undefined) {
        ports = firstPorts(to);
        known.set(to, ports);
      }
      const port =
        at === to ? (exits.port[lid] ?? NO_PORT) : (ports[at] ?? NO_PORT);
      if (port === NO_PORT) return 0;
      out[0] = port;
      return 1;
    },
  };
}
