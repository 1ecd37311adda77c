import { FabricError, type EndportIx } from "@fabriclab/units";
import { endportName } from "./endport-name.ts";
import type { Fabric } from "./fabric.ts";
import type { MulticastGroup } from "./tables.ts";

/**
 * What every builder of multicast tables refuses. A source that is no member is fine (a send-only member of the InfiniBand Architecture); a
 * source to whom nobody listens, such as the only member of a group of one, is not.
 *
 * @throws FabricError E_TABLES_GROUP_TWICE, E_TABLES_BAD_MEMBER, E_TABLES_GROUP_TOO_SMALL
 */
export function checkMulticastGroups(
  fabric: Fabric,
  groups: readonly MulticastGroup[],
): void {
  const seen = new Set<number>();
  for (const group of groups) {
    if (seen.has(group.id))
      throw new FabricError({
        code: "E_TABLES_GROUP_TWICE",
        message: `two multicast groups have the id ${group.id}`,
        where: { path: group.name },
        got: String(group.id),
        expected: "every group's own id",
      });
    seen.add(group.id);
    const members = new Set(group.members);
    for (const endport of new Set([...members, ...group.sources]))
      checkMember(fabric, group, endport);
    for (const source of group.sources) {
      if (members.size > (members.has(source) ? 1 : 0)) continue;
      throw new FabricError({
        code: "E_TABLES_GROUP_TOO_SMALL",
        message: `multicast group ${group.name} has nobody to receive what ${endportName(fabric, source)} sends`,
        where: { path: group.name },
        got:
          members.size === 0 ? "no members" : "a group of one, its own source",
        expected: "at least one member besides the source",
        hint: "a group needs two joined ports: one that sends and another that receives",
      });
    }
  }
}

function checkMember(
  fabric: Fabric,
  group: MulticastGroup,
  endport: EndportIx,
): void {
  const isHost =
    Number.isInteger(endport) &&
    endport >= fabric.switchCount &&
    endport < fabric.endportCount;
  if (isHost && fabric.attachment(endport) !== undefined) return;
  throw new FabricError({
    code: "E_TABLES_BAD_MEMBER",
    message: `multicast group ${group.name} names an endport that cannot join`,
    where: { path: group.name },
    got: isHost
      ? `${endportName(fabric, endport)}, which is cabled to no switch`
      : `endport ${endport}`,
    expected: `a host port cabled to a switch, endport ${fabric.switchCount} to ${fabric.endportCount - 1}`,
  });
}

/** The refusal of `MulticastTables.mlids` for a source that a group was not declared with. */
export function notASource(
  fabric: Fabric,
  source: EndportIx,
  group: number,
): FabricError {
  return new FabricError({
    code: "E_TABLES_NOT_A_SOURCE",
    message: `${endportName(fabric, source)} is not a declared source of multicast group ${group}`,
    where: { path: `group ${group}` },
    got: endportName(fabric, source),
    expected: "a source that the group was declared with",
    hint: "tables exist for declared sources only; add it to the group's sources",
  });
}
