import {
  defineRouting,
  FabricError,
  type Fabric,
  type RoutingContext,
  type RoutingRule,
} from "@fabriclab/spec";
import {
  EAST,
  meshShape,
  NORTH,
  SOUTH,
  WEST,
  type MeshShape,
} from "@fabriclab/topology-mesh";
import type { EndportIx, Lid, SwitchIx } from "@fabriclab/units";
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
      authors: "J. Zhou, W. Liu, Y.-C. Chung",
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
    return xyRule(context, meshOf(context.fabric));
  },
});

function meshOf(fabric: Fabric): MeshShape {
  const refuse = (cause?: FabricError): FabricError =>
    new FabricError({
      code: "E_XY_UNSUPPORTED_FABRIC",
      message: `${fabric.name} is not a complete 2-D mesh`,
      where: cause?.where ?? { path: "topology" },
      got: cause?.got ?? "wrap-around links",
      expected: cause?.expected ?? "a mesh without wrap-around links",
      hint: "XY serves complete meshes only: mend the missing links, or take tables that another tool made for this fabric",
      cause,
    });
  let mesh: MeshShape;
  try {
    mesh = meshShape(fabric);
  } catch (cause) {
    throw FabricError.is(cause) ? refuse(cause) : cause;
  }
  if (mesh.wrap) throw refuse();
  return mesh;
}

/** Complexity: O(1) for a candidate. */
function xyRule(
  { fabric, lids }: RoutingContext,
  mesh: MeshShape,
): RoutingRule {
  const { x, y } = mesh;
  const { switchCount } = fabric;
  // Endport -> the switch where a packet leaves the mesh, and the port it leaves by (0 = the switch itself).
  const exit = new Int32Array(fabric.endportCount).fill(-1);
  const exitPort = new Uint8Array(fabric.endportCount);
  for (let endport = 0; endport < fabric.endportCount; endport++) {
    if (endport < switchCount) {
      exit[endport] = endport;
      continue;
    }
    const attached = fabric.attachment(endport as EndportIx);
    if (attached === undefined) continue;
    exit[endport] = attached.sw;
    exitPort[endport] = attached.num;
  }
  return {
    candidates(at: SwitchIx, lid: Lid, out: Uint8Array): number {
      const owner = lids.owner[lid] ?? -1;
      const to = owner < 0 ? -1 : (exit[owner] ?? -1);
      if (to < 0) return 0;
      const dx = (x[to] ?? 0) - (x[at] ?? 0);
      const dy = (y[to] ?? 0) - (y[at] ?? 0);
      if (dx !== 0) out[0] = dx > 0 ? EAST : WEST;
      else if (dy !== 0) out[0] = dy > 0 ? NORTH : SOUTH;
      else out[0] = exitPort[owner] ?? 0;
      return 1;
    },

    sharedClass(source: EndportIx): number {
      // Sources of one row: their x legs lie in that row, and every column is entered from it.
      const at = exit[source] ?? -1;
      return at < 0 ? -1 : (y[at] ?? -1);
    },
  };
}
