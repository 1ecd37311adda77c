import {
  notASource,
  type Fabric,
  type MulticastGroup,
  type MulticastTables,
} from "@fabriclab/spec";
import type { EndportIx, Mlid } from "@fabriclab/units";

/** One MLID with the group and the senders that it serves. */
export interface DumpedMlid {
  readonly mlid: number;
  readonly group: number;
  readonly name: string;
  readonly members: readonly EndportIx[];
  readonly sources: readonly EndportIx[];
}

/** Groups and the (source, group) -> MLID plan of a dump. */
export function dumpedGroups(
  fabric: Fabric,
  mlids: readonly DumpedMlid[],
  plan: string,
): Pick<MulticastTables, "groups" | "mlids" | "plan"> {
  const groups = new Map<
    number,
    {
      id: number;
      name: string;
      members: readonly EndportIx[];
      sources: EndportIx[];
    }
  >();
  const bySource = new Map<number, Map<EndportIx, Mlid[]>>();
  for (const { mlid, group, name, members, sources } of mlids) {
    const known = groups.get(group) ?? {
      id: group,
      name,
      members,
      sources: [],
    };
    groups.set(group, known);
    const senders = bySource.get(group) ?? new Map<EndportIx, Mlid[]>();
    bySource.set(group, senders);
    for (const source of sources) {
      const list = senders.get(source) ?? [];
      if (list.length === 0) known.sources.push(source);
      senders.set(source, [...list, mlid as Mlid]);
    }
  }
  return {
    groups: [...groups.values()] satisfies MulticastGroup[],
    plan,
    mlids(source, group) {
      const found = bySource.get(group)?.get(source);
      if (found === undefined) throw notASource(fabric, source, group);
      return found;
    },
  };
}
