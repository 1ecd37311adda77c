import { lightestTables, listedHosts, type Listed } from "@fabriclab/paths";
import type { RoutingContext, RoutingEngine } from "@fabriclab/spec";

/** What the plugin's parameters say. */
export interface SsspOptions {
  readonly compute?: Listed;
  readonly io?: Listed;
}

const NO_SUCH_NODE = "E_SSSP_NO_SUCH_NODE";

/**
 * The tables of OpenSM's sssp.
 *
 * Complexity: that of `lightestTables`.
 * @throws FabricError E_SSSP_NO_SUCH_NODE
 */
export function createSssp(
  { fabric, lids, onProgress }: RoutingContext,
  options: SsspOptions,
): RoutingEngine {
  const compute = listedHosts(fabric, options.compute, "compute", NO_SUCH_NODE);
  const io = listedHosts(fabric, options.io, "io", NO_SUCH_NODE);
  return {
    tables: () =>
      lightestTables(fabric, lids, "sssp", { compute, io }, onProgress),
  };
}
