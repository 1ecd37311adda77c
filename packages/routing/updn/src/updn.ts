import {
  balancedTables,
  portHops,
  shortestPorts,
  shortestTowards,
  STEP,
  stepsUp,
  switchLinks,
  switchRanks,
  turnRestrictedPorts,
  type Listed,
} from "@fabriclab/paths";
import type { RoutingContext, RoutingEngine } from "@fabriclab/spec";
import { rootSwitches } from "./roots.ts";

/** What the plugin's parameters say. */
export interface UpdnOptions {
  readonly roots?: Listed;
  readonly connectRoots: boolean;
}

/**
 * The tables of OpenSM's updn.
 *
 * Rank = cables from the nearest root. The search from each destination goes up, then down: a step to a smaller rank is up; between equal ranks the step to
 * the smaller NodeGUID; between roots every step. Paths are spread over ports of least hops as minhop does. With `connectRoots` the way to a root, and to
 * what is attached to it, is a shortest one whatever its turns.
 *
 * Complexity: O(LIDs · switches · least-hop ports) time; memory: the tables.
 * @throws FabricError E_UPDN_UNSUPPORTED_FABRIC, E_UPDN_NO_SUCH_ROOT
 */
export function createUpdn(
  { fabric, lids, onProgress }: RoutingContext,
  { roots, connectRoots }: UpdnOptions,
): RoutingEngine {
  const links = switchLinks(fabric);
  const ranks = switchRanks(fabric, rootSwitches(fabric, links, roots));
  const direction = Uint8Array.from(links.channel, (channel) =>
    stepsUp(fabric, ranks, channel) ? STEP.up : STEP.down,
  );
  return {
    tables() {
      const legal = turnRestrictedPorts(links, {
        direction,
        first: STEP.up,
        never: STEP.up,
        after: STEP.down,
      });
      const ports = connectRoots
        ? shortestTowards(
            legal,
            shortestPorts(fabric, links),
            (sw) => ranks[sw] === 0,
          )
        : legal;
      return {
        ...balancedTables(fabric, lids, ports, { engine: "updn", onProgress }),
        trees: { hops: portHops(fabric.portStart, ports) },
      };
    },
  };
}
