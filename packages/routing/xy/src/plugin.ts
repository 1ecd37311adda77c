import {
  defineRouting,
  type RoutingContext,
  type RoutingRule,
} from "@fabriclab/spec";
import {
  EAST,
  gridSwitch,
  lidTargets,
  NORTH,
  requireGrid,
  SOUTH,
  WEST,
} from "@fabriclab/topology-mesh";
import {
  NO_PORT,
  type EndportIx,
  type Lid,
  type SwitchIx,
} from "@fabriclab/units";
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
  cites: [
    {
      key: "zhou2010",
      authors: "J. Zhou, S.-E. Liu, Y.-C. Chung",
      title:
        "A hardware supported multicast scheme based on XY routing for 2-D mesh InfiniBand networks",
      venue: "The Journal of Supercomputing",
      year: 2010,
    },
  ],
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
function xyRule({ fabric, lids }: RoutingContext): RoutingRule {
  const shape = requireGrid(fabric, {
    code: "E_XY_UNSUPPORTED_FABRIC",
    kind: "mesh",
    hint: "XY serves complete meshes only: route a torus with torus-xy; mend missing links, or take tables that another tool made for this fabric",
  });
  const target = lidTargets(fabric, lids, shape);
  const { x, y } = shape;
  return {
    candidates(at: SwitchIx, lid: Lid, out: Uint8Array): number {
      const port = target.port[lid] ?? NO_PORT;
      if (port === NO_PORT) return 0;
      const dx = (target.x[lid] ?? 0) - (x[at] ?? 0);
      const dy = (target.y[lid] ?? 0) - (y[at] ?? 0);
      if (dx !== 0) out[0] = dx > 0 ? EAST : WEST;
      else if (dy !== 0) out[0] = dy > 0 ? NORTH : SOUTH;
      else out[0] = port;
      return 1;
    },

    sharedClass(source: EndportIx): number {
      // Sources of one row: their x legs lie in that row, and every column is entered from it.
      return y[gridSwitch(fabric, source) ?? -1] ?? -1;
    },
  };
}
