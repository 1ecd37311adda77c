import type { RoutingContext, RoutingRule } from "@fabriclab/spec";
import {
  EAST,
  gridRule,
  NORTH,
  requireGrid,
  SOUTH,
  WEST,
} from "@fabriclab/topology-mesh";

/**
 * The rule of north-last, on meshes with any number of columns and rows.
 *
 * Complexity: O(1) for the candidates.
 *
 * @throws FabricError E_NORTH_LAST_UNSUPPORTED_FABRIC when the fabric is no complete 2-D mesh
 */
export function createNorthLast(context: RoutingContext): RoutingRule {
  const shape = requireGrid(context.fabric, {
    code: "E_NORTH_LAST_UNSUPPORTED_FABRIC",
    kind: "mesh",
    hint: "the turn model is proved for complete meshes: route a torus with torus-xy, mend missing links, or take tables that another tool made for this fabric",
  });
  return gridRule(context, shape, (dx, dy, out) => {
    const along = dx > 0 ? EAST : WEST;
    if (dy > 0 || dx === 0 || dy === 0) {
      if (dx !== 0) out[0] = along;
      else out[0] = dy > 0 ? NORTH : SOUTH;
      return 1;
    }
    // The longer leg first: both stay open for longest. Ties go along x.
    const alongFirst = Math.abs(dx) >= -dy;
    out[0] = alongFirst ? along : SOUTH;
    out[1] = alongFirst ? SOUTH : along;
    return 2;
  });
}
