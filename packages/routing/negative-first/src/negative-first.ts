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
 * The rule of negative-first, on meshes with any number of columns and rows.
 *
 * Complexity: O(1) for the candidates.
 *
 * @throws FabricError E_NEGATIVE_FIRST_UNSUPPORTED_FABRIC when the fabric is no complete 2-D mesh
 */
export function createNegativeFirst(context: RoutingContext): RoutingRule {
  const shape = requireGrid(context.fabric, {
    code: "E_NEGATIVE_FIRST_UNSUPPORTED_FABRIC",
    kind: "mesh",
    hint: "the turn model is proved for complete meshes: route a torus with torus-xy, mend missing links, or take tables that another tool made for this fabric",
  });
  return gridRule(context, shape, (dx, dy, out) => {
    const negative = dx < 0 || dy < 0;
    const right = negative ? Math.max(0, -dx) : dx;
    const up = negative ? Math.max(0, -dy) : dy;
    const along = negative ? WEST : EAST;
    const across = negative ? SOUTH : NORTH;
    if (right === 0 || up === 0) {
      out[0] = right > 0 ? along : across;
      return 1;
    }
    // The longer leg first: both stay open for longest. Ties go along x.
    out[0] = right >= up ? along : across;
    out[1] = right >= up ? across : along;
    return 2;
  });
}
