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
 * The rule of west-first, on meshes with any number of columns and rows.
 *
 * Complexity: O(1) for the candidates.
 *
 * @throws FabricError E_WEST_FIRST_UNSUPPORTED_FABRIC when the fabric is no complete 2-D mesh
 */
export function createWestFirst(context: RoutingContext): RoutingRule {
  const shape = requireGrid(context.fabric, {
    code: "E_WEST_FIRST_UNSUPPORTED_FABRIC",
    kind: "mesh",
    hint: "the turn model is proved for complete meshes: route a torus with torus-xy, mend missing links, or take tables that another tool made for this fabric",
  });
  return gridRule(context, shape, (dx, dy, out) => {
    if (dx < 0) {
      out[0] = WEST;
      return 1;
    }
    const across = dy > 0 ? NORTH : SOUTH;
    if (dx === 0 || dy === 0) {
      out[0] = dx > 0 ? EAST : across;
      return 1;
    }
    // The longer leg first: both stay open for longest. Ties go along x.
    const alongFirst = dx >= Math.abs(dy);
    out[0] = alongFirst ? EAST : across;
    out[1] = alongFirst ? across : EAST;
    return 2;
  });
}
