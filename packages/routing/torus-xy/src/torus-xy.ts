import type { RoutingContext, RoutingRule } from "@fabriclab/spec";
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
  type Sl,
  type SwitchIx,
} from "@fabriclab/units";
import { crossesDateline, shorterWay } from "./ring.ts";

/** Bit of a path's SL: it crosses the dateline of its row. */
const X_DATELINE = 1;
/** Bit of a path's SL: it crosses the dateline of its column. */
const Y_DATELINE = 2;

/**
 * The rule of torus-xy.
 *
 * Complexity: O(1) for a candidate and for a path's SL.
 *
 * @throws FabricError E_TORUS_XY_UNSUPPORTED_FABRIC when the fabric is no complete 2-D torus
 */
export function createTorusXy({ fabric, lids }: RoutingContext): RoutingRule {
  const shape = requireGrid(fabric, {
    code: "E_TORUS_XY_UNSUPPORTED_FABRIC",
    kind: "torus",
    hint: "route a mesh with xy, mend missing links, or take tables that another tool made for this fabric",
  });
  const { x, y, columns, rows } = shape;
  const target = lidTargets(fabric, lids, shape);
  return {
    candidates(at: SwitchIx, lid: Lid, out: Uint8Array): number {
      const port = target.port[lid] ?? NO_PORT;
      if (port === NO_PORT) return 0;
      const along = shorterWay(x[at] ?? 0, target.x[lid] ?? 0, columns);
      const across = shorterWay(y[at] ?? 0, target.y[lid] ?? 0, rows);
      if (along !== 0) out[0] = along > 0 ? EAST : WEST;
      else if (across !== 0) out[0] = across > 0 ? NORTH : SOUTH;
      else out[0] = port;
      return 1;
    },

    pathSl(source: EndportIx, destination: EndportIx): Sl {
      const from = gridSwitch(fabric, source) ?? -1;
      const to = gridSwitch(fabric, destination) ?? -1;
      const inRow = crossesDateline(x[from] ?? 0, x[to] ?? 0, columns);
      const inColumn = crossesDateline(y[from] ?? 0, y[to] ?? 0, rows);
      return ((inRow ? X_DATELINE : 0) | (inColumn ? Y_DATELINE : 0)) as Sl;
    },

    // Without lane tables every SL is a lane of its own.
    lanes: 4,
  };
}
