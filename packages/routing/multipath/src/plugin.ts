import { defineRouting } from "@fabriclab/spec";
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
  cites: [
    {
      key: "kim2007",
      authors: "E. J. Kim, K. H. Yum, C. R. Das, M. Yousif, J. Duato",
      title: "Exploring IBA design space for improved performance",
      venue:
        "IEEE Transactions on Parallel and Distributed Systems 18(4), 498-510",
      year: 2007,
      doi: "10.1109/TPDS.2007.1010",
    },
  ],
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
