import type { RoutingContext, RoutingRule } from "@fabriclab/spec";
import { NO_PORT, type Lid, type SwitchIx } from "@fabriclab/units";
import type { MeshShape } from "./shape.ts";
import { lidTargets } from "./targets.ts";

/**
 * Writes the ports of a switch that lead on, best first, into `out`.
 *
 * @param dx columns that are left to go, east positive
 * @param dy rows that are left to go, north positive; not both are 0
 * @returns how many ports
 */
export type GridPorts = (dx: number, dy: number, out: Uint8Array) => number;

/**
 * The candidates of a routing on a mesh that looks at nothing but how far it still is; at the last switch, the LID's own port.
 *
 * Complexity: O(1) for a candidate.
 */
export function gridRule(
  { fabric, lids }: RoutingContext,
  shape: MeshShape,
  ports: GridPorts,
): RoutingRule {
  const target = lidTargets(fabric, lids, shape);
  const { x, y } = shape;
  return {
    candidates(at: SwitchIx, lid: Lid, out: Uint8Array): number {
      const port = target.port[lid] ?? NO_PORT;
      if (port === NO_PORT) return 0;
      const dx = (target.x[lid] ?? 0) - (x[at] ?? 0);
      const dy = (target.y[lid] ?? 0) - (y[at] ?? 0);
      if (dx !== 0 || dy !== 0) return ports(dx, dy, out);
      out[0] = port;
      return 1;
    },
  };
}
