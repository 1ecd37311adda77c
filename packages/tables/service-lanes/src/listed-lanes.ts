import {
  FabricError,
  type ForwardingTables,
  type TablesContext,
} from "@fabriclab/spec";
import { MANAGEMENT_VL } from "@fabriclab/units";
import { sl2vlByOutput } from "./sl2vl.ts";

/** SL -> VL, 16 of them; 15 = packets of that SL are discarded. */
export interface LaneLists {
  /** The same for every pair of a switch's ports. */
  readonly switches: ArrayLike<number>;
  /** What hosts send on. */
  readonly hosts: ArrayLike<number>;
}

/**
 * SL2VL tables that have one list for every port, as OpenSM sets them up.
 *
 * O(switches · ports · 16).
 *
 * @throws FabricError E_SL2VL_LANES_ROUTING where the routing's own service levels need lanes that the lists do not give them
 */
export function listedLanes(
  context: TablesContext,
  { switches, hosts }: LaneLists,
): Required<Pick<ForwardingTables, "lanes" | "sl2vl" | "hostSl2vl">> {
  refuseRouting(context, [switches, hosts]);
  const used = [switches, hosts]
    .flatMap((list) => Array.from(list))
    .filter((vl) => vl !== MANAGEMENT_VL);
  return {
    lanes: Math.max(0, ...used) + 1,
    sl2vl: sl2vlByOutput(
      context.fabric,
      (_, __, sl) => switches[sl] ?? MANAGEMENT_VL,
    ),
    hostSl2vl: Uint8Array.from(hosts),
  };
}

/** A routing that breaks cycles by service levels relies on VL = SL. */
function refuseRouting(
  { routing, routingName, unicast }: TablesContext,
  lists: readonly ArrayLike<number>[],
): void {
  const needed = Math.max(unicast?.lanes ?? 1, routing.lanes ?? 1);
  if (needed === 1) return;
  const keeps = lists.every((list) =>
    Array.from({ length: needed }, (_, sl) => sl).every(
      (sl) => list[sl] === sl,
    ),
  );
  if (keeps && unicast?.sl2vl === undefined) return;
  throw new FabricError({
    code: "E_SL2VL_LANES_ROUTING",
    message: `these SL2VL tables would undo the lanes by which routing ${routingName} keeps free of credit loops`,
    where: { path: "lanes" },
    got: `${needed} lanes of the routing's own`,
    expected:
      unicast?.sl2vl === undefined
        ? `VL = SL for SL 0 to ${needed - 1}`
        : "a routing without SL2VL tables of its own",
    hint: "leave the lane tables out, or take a routing such as updown",
  });
}
