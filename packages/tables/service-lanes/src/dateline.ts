import { SERVICE_LEVELS, sl2vlByOutput } from "@fabriclab/paths";
import {
  defineLaneTables,
  FabricError,
  intParam,
  PAPERS,
  type TablesContext,
} from "@fabriclab/spec";
import {
  EAST,
  NORTH,
  requireGrid,
  SOUTH,
  WEST,
} from "@fabriclab/topology-mesh";
import { z } from "zod";

/** SLs of one class: the two dateline bits of a path. */
const SLS_OF_A_CLASS = 4;
/** VLs of one class: before and beyond a dateline. */
const LANES_OF_A_CLASS = 2;

/**
 * Lanes of a 2-D torus whose routing says in the SL which datelines a path crosses: bit 0 the row's, bit 1 the column's.
 *
 * A packet leaves by an output along the row on VL (SL bit 0), by one along the column on VL (SL bit 1), as with OpenSM's torus-2QoS on a torus
 * without faults. Rings of a row and of a column never wait for each other in a cycle under dimension order, so both share the two lanes. Links of
 * hosts end cycles, not close them: they have VL 0. SL bits 2 and 3 are the class: class c has the lanes 2c and 2c+1.
 *
 * Complexity: O(switches · ports · 16).
 *
 * @throws FabricError E_DATELINE_LANES_UNSUPPORTED_FABRIC when the fabric is no complete 2-D torus; E_DATELINE_LANES_ROUTING when the routing names
 * no SLs
 */
export const datelineLanes = defineLaneTables({
  name: "dateline-lanes",
  summary:
    "Two virtual lanes for a 2-D torus whose routing says in the service level which datelines a path crosses.",
  cites: [PAPERS.dally1987],
  params: z.object({
    classes: intParam({
      min: 1,
      max: SERVICE_LEVELS / SLS_OF_A_CLASS,
      default: 1,
    }).describe(
      "Classes of service with two lanes each: SL divided by 4, modulo this.",
    ),
  }),
  claims: {},
  build(context, { classes }) {
    refuse(context);
    const classOf = (sl: number): number => (sl >> 2) % classes;
    const laneOf = (out: number, sl: number): number => {
      const first = LANES_OF_A_CLASS * classOf(sl);
      if (out === EAST || out === WEST) return first + (sl & 1);
      if (out === NORTH || out === SOUTH) return first + ((sl >> 1) & 1);
      return first;
    };
    return {
      lanes: LANES_OF_A_CLASS * classes,
      sl2vl: sl2vlByOutput(context.fabric, (_, out, sl) => laneOf(out, sl)),
      hostSl2vl: Uint8Array.from({ length: SERVICE_LEVELS }, (_, sl) =>
        laneOf(0, sl),
      ),
    };
  },
});

function refuse({ fabric, routing, routingName }: TablesContext): void {
  requireGrid(fabric, {
    code: "E_DATELINE_LANES_UNSUPPORTED_FABRIC",
    kind: "torus",
    hint: "other fabrics have no datelines; use service-lanes, or none",
  });
  if (routing.pathSl !== undefined) return;
  throw new FabricError({
    code: "E_DATELINE_LANES_ROUTING",
    message: `routing ${routingName} does not say by service levels which datelines a path crosses`,
    where: { path: "lanes" },
    got: "SL 0 for every path",
    expected: "a routing such as torus-xy",
    hint: "route with torus-xy, which takes these lanes by itself",
  });
}
