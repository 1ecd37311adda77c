import {
  endportName,
  FabricError,
  type Fabric,
  type ForwardingTables,
  type MulticastGroup,
  type MulticastTables,
} from "@fabriclab/spec";
import { extended } from "./extended-tables.ts";

/**
 * Finished tables with their multicast plan under the traffic's own numbers of groups: a group of the traffic is the one of the tables that has the same members
 * and may be sent to by the same sources. Groups of equal number come first, so that tables built for this very traffic stay as they are.
 *
 * Complexity: O(members of all groups).
 * @throws FabricError `E_SIM_NO_SUCH_GROUP`
 */
export function withGroupsOf(
  fabric: Fabric,
  tables: ForwardingTables,
  groups: readonly MulticastGroup[],
): ForwardingTables {
  const { multicast } = tables;
  if (multicast === undefined || groups.length === 0) return tables;
  const byNumber = new Map(multicast.groups.map((group) => [group.id, group]));
  const byMembers = new Map<string, MulticastGroup[]>();
  for (const group of multicast.groups) {
    const key = membersOf(group);
    byMembers.set(key, [...(byMembers.get(key) ?? []), group]);
  }
  const theirs = groups.map((group) => {
    const numbered = byNumber.get(group.id);
    const candidates = [
      ...(numbered === undefined ? [] : [numbered]),
      ...(byMembers.get(membersOf(group)) ?? []),
    ];
    const found = candidates.find((one) => serves(one, group));
    if (found === undefined) throw noSuchGroup(fabric, multicast, group);
    return found.id;
  });
  if (groups.every(({ id }, k) => id === theirs[k])) return tables;
  const numbers = new Map(groups.map(({ id }, k) => [id, theirs[k] ?? id]));
  return extended(tables, {
    multicast: {
      groups,
      mlidCount: multicast.mlidCount,
      firstMlid: multicast.firstMlid,
      words: multicast.words,
      masks: multicast.masks,
      plan: multicast.plan,
      mlids: (source, group) =>
        multicast.mlids(source, numbers.get(group) ?? group),
    },
  });
}

const membersOf = ({ members }: MulticastGroup): string =>
  [...members].sort((a, b) => a - b).join();

function serves(theirs: MulticastGroup, group: MulticastGroup): boolean {
  const senders = new Set(theirs.sources);
  return (
    membersOf(theirs) === membersOf(group) &&
    group.sources.every((source) => senders.has(source))
  );
}

function noSuchGroup(
  fabric: Fabric,
  multicast: MulticastTables,
  group: MulticastGroup,
): FabricError {
  const names = ({ members }: MulticastGroup): string =>
    `${members
      .slice(0, 6)
      .map((member) => endportName(fabric, member))
      .join(", ")}${members.length > 6 ? ", …" : ""}`;
  const same = multicast.groups.find(
    (one) => membersOf(one) === membersOf(group),
  );
  const [first] = multicast.groups;
  return new FabricError({
    code: "E_SIM_NO_SUCH_GROUP",
    message:
      same === undefined
        ? `the tables have no multicast group of the members of ${group.name}`
        : `the tables do not let every source of ${group.name} send to it`,
    where: { path: group.name },
    got: `${group.members.length} members: ${names(group)}`,
    expected:
      first === undefined
        ? "tables with multicast groups"
        : `one of their ${multicast.groups.length} groups, such as ${first.name} of ${first.members.length} members: ${names(first)}`,
    hint: "with finished tables the groups are those that were dumped: name their members in the traffic (members: […])",
  });
}
