import { defineRouting, PAPERS } from "@fabriclab/spec";
import { z } from "zod";
import { createTorusXy } from "./torus-xy.ts";

/**
 * Dimension-order routing of 2-D tori: first the shorter way round the row, then the shorter way round the column.
 *
 * A ring of channels is a cycle, so each ring has a dateline, the link that wraps round, and packets that cross it use another virtual lane than
 * packets that do not. IBA's SLtoVL does not know the lane that a packet came on, so the lane cannot change at the dateline as in Dally and Seitz's
 * scheme; instead, as in OpenSM's torus-2QoS, a path's SL says in advance which datelines it crosses (bit 0 the row's, bit 1 the column's). Paths
 * that cross are at most half a ring long and so do not close one either.
 *
 * Four lanes suffice with VL = SL, two with the lane tables `dateline-lanes`, which a scenario takes by default.
 *
 * @throws FabricError E_TORUS_XY_UNSUPPORTED_FABRIC when the fabric is no complete 2-D torus with ports 1-4 = east, north, west, south
 */
export const torusXy = defineRouting({
  name: "torus-xy",
  summary:
    "Dimension-order routing of 2-D tori, the shorter way round each ring, with datelines.",
  defaultAddressing: "sequential",
  defaultLanes: "dateline-lanes",
  cites: [PAPERS.dally1987],
  params: z.object({}),
  claims: {
    fabrics:
      "complete 2-D tori of at least 3 x 3 switches: the topology mesh with wrap: true",
    minimal: true,
    deadlockFree: { lanes: 4 },
    adaptive: false,
    toleratesFaults: false,
  },
  create: (context) => createTorusXy(context),
});
