import { uniformLanes, type LaneLists } from "@fabriclab/paths";
import {
  FabricError,
  type ForwardingTables,
  type TablesContext,
} from "@fabriclab/spec";

/**
 * SL2VL tables that have one list for every port, as OpenSM sets them up.
 *
 * O(switches · ports · 16).
 *
 * @throws FabricError E_SL2VL_LANES_ROUTING where the routing's own service levels need lanes that the lists do not give them
 */
export function listedLanes(
  context: TablesContext,
  lists: LaneLists,
): Required<Pick<ForwardingTables, "lanes" | "sl2vl" | "hostSl2vl">> {
  refuseRouting(context, [lists.switches, lists.hosts]);
  return uniformLanes(context.fabric, lists);
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
