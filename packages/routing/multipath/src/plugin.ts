import { defineRouting, PAPERS } from "@fabriclab/spec";
import { createMultipath } from "./multipath.ts";
import { params } from "./params.ts";

/**
 * Shortest paths first, and all simple paths named by path bits: one bit for each independent cycle of the fabric.
 *
 * Path bit i says in which direction a path runs along cycle i. `tables/path-bit-table` compiles it; other builders store the default paths only.
 *
 * @throws FabricError E_MULTIPATH_ROOT, E_MULTIPATH_LIDS, E_MULTIPATH_CYCLE_SEARCH, E_MULTIPATH_TOO_MANY_PATHS
 */
export const multipath = defineRouting({
  name: "multipath",
  summary:
    "Shortest paths first, and all simple paths named by path bits: one bit for each independent cycle of the fabric.",
  defaultAddressing: "path-bits",
  defaultTables: "path-bit-table",
  cites: [PAPERS.kim2007],
  params,
  claims: {
    fabrics: "any with a bounded number of simple paths",
    minimal: true,
    deadlockFree: false,
    adaptive: false,
    toleratesFaults: true,
  },
  create: createMultipath,
});
