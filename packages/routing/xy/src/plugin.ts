import {
  defineRouting,
  PAPERS,
  type RoutingContext,
  type RoutingRule,
} from "@fabriclab/spec";
import {
  EAST,
  gridRule,
  gridSwitch,
  NORTH,
  requireGrid,
  SOUTH,
  WEST,
} from "@fabriclab/topology-mesh";
import type { EndportIx } from "@fabriclab/units";
import { z } from "zod";

/**
 * Dimension-order routing on a 2-D mesh, zhou2010 §3.3.1: first along x, then along y, then out of the host port.
 *
 * It looks at who owns a LID, not at the LID's value, so it works with any addressing and any m, n (the paper's formula LID = x·m+y+1
 * collides when n > m).
 *
 * @throws FabricError E_XY_UNSUPPORTED_FABRIC when the fabric is no complete 2-D mesh with ports 1-4 = east, north, west, south
 */
export const xy = defineRouting({
  name: "xy",
  summary:
    "Dimension-order routing of 2-D meshes: first along x, then along y.",
  defaultAddressing: "sequential",
  cites: [PAPERS.zhou2010],
  params: z.object({}),
  claims: {
    fabrics: "complete 2-D meshes without wrap-around links",
    minimal: true,
    deadlockFree: { lanes: 1 },
    adaptive: false,
    toleratesFaults: false,
  },
  create(context) {
    return xyRule(context);
  },
});

/** Complexity: O(1) for a candidate. */
function xyRule(context: RoutingContext): RoutingRule {
  const { fabric } = context;
  const shape = requireGrid(fabric, {
    code: "E_XY_UNSUPPORTED_FABRIC",
    kind: "mesh",
    hint: "XY serves complete meshes only: route a torus with torus-xy; mend missing links, or take tables that another tool made for this fabric",
  });
  return {
    ...gridRule(context, shape, (dx, dy, out) => {
      if (dx !== 0) out[0] = dx > 0 ? EAST : WEST;
      else out[0] = dy > 0 ? NORTH : SOUTH;
      return 1;
    }),

    sharedClass(source: EndportIx): number {
      // Sources of one row: their x legs lie in that row, and every column is entered from it.
      return shape.y[gridSwitch(fabric, source) ?? -1] ?? -1;
    },
  };
}
