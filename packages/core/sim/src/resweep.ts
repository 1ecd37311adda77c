import { withoutLinks } from "@fabriclab/fabric";
import type {
  AddressingPlugin,
  ForwardingTables,
  MulticastGroup,
} from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { composeTables } from "./compose-tables.ts";
import { extended } from "./extended-tables.ts";
import type { Experiment, Use } from "./experiment.ts";

/** Tables that a subnet manager replaces while the traffic that was made for them runs. */
export interface LiveTables {
  /** What traffic is created against: its path policy and its MLIDs are always those of the tables in use. */
  readonly view: ForwardingTables;
  /**
   * Computes the tables again: the same LIDs, the fabric without `dead` links.
   *
   * @throws FabricError of a routing that refuses what is left
   */
  resweep(dead: ReadonlySet<number>): ForwardingTables;
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

export function liveTables(
  { fabric, tables: source }: Pick<Experiment, "fabric" | "tables">,
  tables: ForwardingTables,
  groups: readonly MulticastGroup[],
  hosts: readonly EndportIx[],
): LiveTables {
  let current = tables;
  const { multicast, multipath } = tables;
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
                (current.multicast ?? multicast).mlids(from, group),
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
      current = composeTables(
        left,
        { ...source, addressing: kept },
        groups,
        hosts,
      );
      return current;
    },
  };
}
