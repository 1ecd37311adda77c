import { withoutLinks } from "@fabriclab/fabric";
import type {
  AddressingPlugin,
  Fabric,
  ForwardingTables,
  MulticastGroup,
  MulticastTables,
} from "@fabriclab/spec";
import { MULTICAST_LID_MIN, type EndportIx, type Mlid } from "@fabriclab/units";
import { composeTables } from "./compose-tables.ts";
import { extended } from "./extended-tables.ts";
import { keptMlids } from "./kept-mlids.ts";
import type { Experiment, Use } from "./experiment.ts";

/** Tables that a subnet manager replaces while the traffic that was made for them runs. */
export interface LiveTables {
  /** What traffic is created against: its path policy and its MLIDs are always those of the tables in use. */
  readonly view: ForwardingTables;
  /**
   * Computes the tables again: the same LIDs, the fabric without `dead` links, its groups without the ports that this cuts off.
   *
   * @throws FabricError of a routing that refuses what is left
   */
  resweep(dead: ReadonlySet<number>): ForwardingTables;
  /** Whether a re-sweep has left members out of their groups, so that fewer copies come to an end than the traffic expects. */
  readonly hasLeftOut: () => boolean;
}

/**
 * MLIDs that a new sweep may need: four for every source of every group, as the plans that share least have (Hamiltonian multi-path); for on other links
 * other sources may share theirs.
 *
 * @returns never more than InfiniBand has
 */
export function mlidRoom(groups: readonly MulticastGroup[]): number {
  return Math.min(
    MLIDS,
    groups.reduce((sum, { sources }) => sum + 4 * sources.length, 0),
  );
}

/** 0xC000 … 0xFFFE. */
const MLIDS = 0x3fff;

/** Where a source sends that is cut off, or to whom nobody listens: the permissive LID, which no group has. */
const NOBODY = (MULTICAST_LID_MIN + MLIDS) as Mlid;

/**
 * The groups that a subnet manager finds: without ports that are cabled to no switch, and without those in which none is left to send or to receive.
 * A port is in its groups again as soon as it is found again.
 */
const groupsOf = (
  left: Fabric,
  groups: readonly MulticastGroup[],
): MulticastGroup[] =>
  groups.flatMap((group) => {
    const isFound = (port: EndportIx) => left.attachment(port) !== undefined;
    const members = group.members.filter(isFound);
    const sources = group.sources.filter(
      (source) =>
        isFound(source) && members.some((member) => member !== source),
    );
    return sources.length === 0 ? [] : [{ ...group, members, sources }];
  });

const membersOf = (groups: readonly MulticastGroup[]): number =>
  groups.reduce((sum, { members }) => sum + members.length, 0);

/** Group -> who may send to it. */
const sendersOf = ({
  multicast,
}: ForwardingTables): ReadonlyMap<number, ReadonlySet<EndportIx>> =>
  new Map(
    multicast?.groups.map(({ id, sources }) => [id, new Set(sources)] as const),
  );

/** The same MLIDs, and nobody listens to any. */
const silent = (tables: MulticastTables): MulticastTables => ({
  ...tables,
  masks: new Int32Array(tables.masks.length),
});

export function liveTables(
  { fabric, tables: source }: Pick<Experiment, "fabric" | "tables">,
  tables: ForwardingTables,
  groups: readonly MulticastGroup[],
  hosts: readonly EndportIx[],
): LiveTables {
  let current = tables;
  let senders = sendersOf(tables);
  let isShort = false;
  const { multicast, multipath } = tables;
  const mlids = (
    trees: MulticastTables,
    from: EndportIx,
    group: number,
  ): readonly Mlid[] =>
    senders.get(group)?.has(from) === true
      ? trees.mlids(from, group)
      : [NOBODY];
  return {
    view: extended(tables, {
      pathLid: (from, to) => current.pathLid(from, to),
      pathSl: (from, to) => current.pathSl(from, to),
      ...(multicast === undefined
        ? {}
        : {
            multicast: {
              groups: multicast.groups,
              mlidCount: multicast.mlidCount,
              firstMlid: multicast.firstMlid,
              words: multicast.words,
              masks: multicast.masks,
              plan: multicast.plan,
              mlids: (from, group) =>
                mlids(current.multicast ?? multicast, from, group),
            },
          }),
      ...(multipath === undefined
        ? {}
        : {
            multipath: {
              bits: multipath.bits,
              lid: (to, value) =>
                (current.multipath ?? multipath).lid(to, value),
              adaptiveLid: (to) =>
                (current.multipath ?? multipath).adaptiveLid(to),
              paths: (from, to) =>
                (current.multipath ?? multipath).paths(from, to),
            },
          }),
    }),
    resweep(dead) {
      // Given tables are refused before the run.
      if ("given" in source) return current;
      const kept: Use<AddressingPlugin> = {
        ...source.addressing,
        plugin: { ...source.addressing.plugin, assign: () => tables.lids },
      };
      const left = dead.size === 0 ? fabric : withoutLinks(fabric, dead);
      const found = groupsOf(left, groups);
      isShort ||= membersOf(found) < membersOf(groups);
      const swept = composeTables(
        left,
        { ...source, addressing: kept },
        found,
        hosts,
      );
      current =
        multicast === undefined
          ? swept
          : extended(swept, {
              multicast:
                swept.multicast === undefined
                  ? silent(multicast)
                  : keptMlids(multicast, swept.multicast),
            });
      senders = sendersOf(current);
      return current;
    },
    hasLeftOut: () => isShort,
  };
}
