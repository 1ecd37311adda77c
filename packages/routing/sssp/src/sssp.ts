import { lightestTables } from "@fabriclab/paths";
import type { RoutingContext, RoutingEngine } from "@fabriclab/spec";

/**
 * The tables of OpenSM's sssp.
 *
 * Complexity: O(LIDs · (links + switches · log switches)) time; memory: the tables.
 */
export function createSssp({ fabric, lids }: RoutingContext): RoutingEngine {
  return { tables: () => lightestTables(fabric, lids, "sssp") };
}
