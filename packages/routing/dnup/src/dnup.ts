import {
  balancedTables,
  portHops,
  STEP,
  switchLinks,
  switchRanks,
  turnRestrictedPorts,
} from "@fabriclab/paths";
import {
  FabricError,
  many,
  type Fabric,
  type RoutingContext,
  type RoutingEngine,
} from "@fabriclab/spec";
import type { SwitchIx } from "@fabriclab/units";

/** What the plugin's parameters say. */
export interface DnupOptions {
  readonly connectRoots: boolean;
}

/**
 * The tables of OpenSM's dnup.
 *
 * Rank = cables from the nearest switch that carries a host. The search from each destination may not step away from the hosts' switches after a step
 * towards them; steps between equal ranks are always allowed. Paths are spread over ports of least hops as minhop does. With `connectRoots` the forbidden turn is taken where nothing else is left: it counts
 * as more hops than any way without it.
 *
 * Complexity: O(LIDs · switches · least-hop ports) time; memory: the tables.
 * @throws FabricError E_DNUP_UNSUPPORTED_FABRIC where no switch carries a host
 */
export function createDnup(
  { fabric, lids, onProgress }: RoutingContext,
  { connectRoots }: DnupOptions,
): RoutingEngine {
  const leaves = leafSwitches(fabric);
  if (leaves.length === 0)
    throw new FabricError({
      code: "E_DNUP_UNSUPPORTED_FABRIC",
      message: `no switch of ${fabric.name} carries a host`,
      got: `${many(fabric.switchCount, "switch", "switches")}, ${many(fabric.hostCount, "host")}, none of them cabled to a switch`,
      expected: "a host on one switch at least, from which ranks are counted",
      hint: "cable a host to a switch, or use minhop, which needs none",
    });
  const links = switchLinks(fabric);
  const ranks = switchRanks(fabric, leaves);
  const direction = Uint8Array.from(links.channel, (channel, link) => {
    const here = ranks[fabric.portNode[channel] ?? 0] ?? 0;
    const there = ranks[links.to[link] ?? 0] ?? 0;
    // "Down" is OpenSM's word for a step to a greater rank, here away from the hosts.
    return here === there ? STEP.level : here < there ? STEP.down : STEP.up;
  });
  return {
    tables() {
      const rule = {
        direction,
        first: STEP.down,
        never: STEP.down,
        after: STEP.up,
      };
      let ports = turnRestrictedPorts(links, rule);
      if (connectRoots) {
        for (let to = 0; to < fabric.switchCount; to++)
          ports.towards(to as SwitchIx);
        const toll = ports.farthest() + 1;
        ports = turnRestrictedPorts(links, { ...rule, toll });
      }
      return {
        ...balancedTables(fabric, lids, ports, { engine: "dnup", onProgress }),
        trees: { hops: portHops(fabric.portStart, ports) },
      };
    },
  };
}

/** Switches with a host on one of their ports. */
function leafSwitches(fabric: Fabric): SwitchIx[] {
  const { switchCount, portStart, portPeer, portNode } = fabric;
  const found = new Set<SwitchIx>();
  for (let port = 0; port < (portStart[switchCount] ?? 0); port++) {
    const peer = portPeer[port] ?? -1;
    if (peer >= 0 && (portNode[peer] ?? 0) >= switchCount)
      found.add((portNode[port] ?? 0) as SwitchIx);
  }
  return [...found];
}
