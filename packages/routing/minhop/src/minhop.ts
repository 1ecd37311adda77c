import { balancedTables, shortestPorts, switchLinks } from "@fabriclab/paths";
import type { RoutingContext, RoutingEngine } from "@fabriclab/spec";

/**
 * The tables of OpenSM's minhop: shortest paths, every switch spreading destinations over its ports of least hops.
 *
 * Complexity: O(LIDs · switches · least-hop ports) time; memory: the tables.
 */
export function createMinhop({
  fabric,
  lids,
  onProgress,
}: RoutingContext): RoutingEngine {
  return {
    tables: () =>
      balancedTables(fabric, lids, shortestPorts(fabric, switchLinks(fabric)), {
        engine: "minhop",
        onProgress,
      }),
  };
}
