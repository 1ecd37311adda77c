import {
  lightestTables,
  listedHosts,
  switchLinks,
  type Listed,
} from "@fabriclab/paths";
import type {
  ForwardingTables,
  RoutingContext,
  RoutingEngine,
} from "@fabriclab/spec";
import type { Sl } from "@fabriclab/units";
import { divide } from "./layers.ts";
import { SourcePaths } from "./source-paths.ts";

/** What the plugin's parameters say. */
export interface DfssspOptions {
  readonly lanes: number;
  readonly compute?: Listed;
  readonly io?: Listed;
}

const NO_SUCH_NODE = "E_DFSSSP_NO_SUCH_NODE";

/**
 * The tables of OpenSM's sssp, and service levels that name the lane of a path.
 *
 * Complexity: that of `lightestTables` and `divide`.
 * @throws FabricError E_DFSSSP_LANES, E_DFSSSP_NO_SUCH_NODE
 */
export function createDfsssp(
  { fabric, lids, onProgress }: RoutingContext,
  { lanes: most, ...lists }: DfssspOptions,
): RoutingEngine {
  const compute = listedHosts(fabric, lists.compute, "compute", NO_SUCH_NODE);
  const io = listedHosts(fabric, lists.io, "io", NO_SUCH_NODE);
  return {
    tables(): ForwardingTables {
      const tables = lightestTables(
        fabric,
        lids,
        "dfsssp",
        { compute, io },
        onProgress,
      );
      const links = switchLinks(fabric);
      const paths = new SourcePaths(fabric, links, tables);
      const lanes = divide(fabric, links, paths, most, onProgress);
      return {
        lids,
        lft: tables.lft,
        lanes,
        engine: "dfsssp",
        ...(tables.trees === undefined ? {} : { trees: tables.trees }),
        pathLid: (source, destination) => tables.pathLid(source, destination),
        pathSl: (source, destination) =>
          paths.laneOf(source, destination) as Sl,
      };
    },
  };
}
