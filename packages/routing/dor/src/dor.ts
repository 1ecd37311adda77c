import { balancedTables, shortestPorts, switchLinks } from "@fabriclab/paths";
import type { RoutingContext, RoutingEngine } from "@fabriclab/spec";

/**
 * The tables of OpenSM's dor: of the ports of least hops only those to the neighbour behind the lowest-numbered one, between which paths are spread.
 *
 * Complexity: O(LIDs · switches · least-hop ports) time; memory: the tables.
 */
export function createDor({
  fabric,
  lids,
  onProgress,
}: RoutingContext): RoutingEngine {
  return {
    tables: () =>
      balancedTables(fabric, lids, shortestPorts(fabric, switchLinks(fabric)), {
        engine: "dor",
        onProgress,
        firstNeighbour: true,
      }),
  };
}
