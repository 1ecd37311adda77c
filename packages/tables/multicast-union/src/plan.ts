import {
  FabricError,
  type MulticastGroup,
  type RoutingRule,
} from "@fabriclab/spec";
import { MLID_CAPACITY, type EndportIx } from "@fabriclab/units";

/** One MLID: the sources of one group that send to it. */
export interface MlidShare {
  readonly group: MulticastGroup;
  readonly sources: readonly EndportIx[];
}

/** Which sources of which group share an MLID. */
export interface MlidPlan {
  readonly shares: readonly MlidShare[];
  /** Index into `shares`; undefined where the source was not declared. */
  shareOf(source: EndportIx, group: number): number | undefined;
}

/**
 * One MLID for every (group, class of source). `perSource` makes every source a class of its own; `shared` takes the routing's classes.
 *
 * @throws FabricError E_MULTICAST_UNION_NO_CLASSES when the routing names none, E_MULTICAST_UNION_MLID_OVERFLOW when there are more than the
 * hardware's 16,383 from `firstMlid` on
 */
export function planMlids(
  groups: readonly MulticastGroup[],
  plan: "perSource" | "shared",
  routing: RoutingRule,
  routingName: string,
  firstMlid: number,
): MlidPlan {
  const shares: { group: MulticastGroup; sources: EndportIx[] }[] = [];
  const byGroup = new Map<number, Map<EndportIx, number>>();
  for (const group of groups) {
    const byClass = new Map<number, number>();
    const bySource = new Map<EndportIx, number>();
    byGroup.set(group.id, bySource);
    for (const source of new Set(group.sources)) {
      const key =
        plan === "perSource" ? source : classOf(source, routing, routingName);
      let index = byClass.get(key);
      if (index === undefined) {
        index = shares.length;
        shares.push({ group, sources: [] });
        byClass.set(key, index);
      }
      shares[index]?.sources.push(source);
      bySource.set(source, index);
    }
  }
  const available = MLID_CAPACITY - firstMlid;
  if (shares.length > available)
    throw new FabricError({
      code: "E_MULTICAST_UNION_MLID_OVERFLOW",
      message: `the plan ${plan} needs more multicast LIDs than a subnet has`,
      where: { path: "multicast.plan" },
      got: `${shares.length} MLIDs for ${groups.length} ${groups.length === 1 ? "group" : "groups"}`,
      expected: `at most ${available}`,
      hint: remedy(groups, plan, routing, shares.length, available),
    });
  return {
    shares,
    shareOf: (source, group) => byGroup.get(group)?.get(source),
  };
}

/** What makes the plan fit: only what does is named, so that nobody tries in vain. */
function remedy(
  groups: readonly MulticastGroup[],
  plan: "perSource" | "shared",
  routing: RoutingRule,
  needed: number,
  available: number,
): string {
  const classOfSource = routing.sharedClass?.bind(routing);
  if (plan === "perSource" && classOfSource !== undefined) {
    const shared = groups.reduce(
      (sum, { sources }) => sum + new Set(sources.map(classOfSource)).size,
      0,
    );
    if (shared <= available)
      return `plan: shared lets sources of one class share an MLID, and needs ${shared}`;
  }
  return needed <= MLID_CAPACITY
    ? `MLIDs have to start lower: firstMlid: ${MLID_CAPACITY - needed} or less`
    : "declare fewer groups or fewer sources";
}

function classOf(
  source: EndportIx,
  routing: RoutingRule,
  routingName: string,
): number {
  if (routing.sharedClass !== undefined) return routing.sharedClass(source);
  throw new FabricError({
    code: "E_MULTICAST_UNION_NO_CLASSES",
    message: `routing ${routingName} does not say which sources may share an MLID`,
    where: { path: "multicast.plan" },
    got: "plan: shared",
    expected:
      "a routing with classes of sources (cyclic: the suffix; xy: the row)",
    hint: "use plan: perSource",
  });
}
