import {
  auditUnicast,
  type UnicastAudit,
} from "@fabriclab/analysis-reachability";
import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import type { EndportIx, Lid, Sl } from "@fabriclab/units";
import { hostsOf } from "./compile.ts";

/** Tables on their fabric. */
export interface Audited {
  readonly fabric: Fabric;
  readonly tables: ForwardingTables;
}

const remembered = new WeakMap<
  ForwardingTables,
  { own?: UnicastAudit; every?: readonly UnicastAudit[] }
>();

function memoryOf(tables: ForwardingTables): {
  own?: UnicastAudit;
  every?: readonly UnicastAudit[];
} {
  const known = remembered.get(tables) ?? {};
  remembered.set(tables, known);
  return known;
}

/** The auditor's findings on the packets between hosts, all examples kept. */
export function auditOfPairs({ fabric, tables }: Audited): UnicastAudit {
  return (memoryOf(tables).own ??= auditUnicast(
    fabric,
    withSoundLevels(tables),
    {
      endports: hostsOf(fabric, tables.lids),
      examples: Infinity,
    },
  ));
}

/**
 * The auditor's findings on the packets between all endports, switches' own ones included: first for every destination's base LID, then for the
 * next of its LIDs, and so on until every LID has had its turn.
 */
export function auditsOfLids({
  fabric,
  tables,
}: Audited): readonly UnicastAudit[] {
  const { baseLid, lmc } = tables.lids;
  const endports = [
    ...Array.from({ length: fabric.switchCount }, (_, sw) => sw as EndportIx),
    ...hostsOf(fabric, tables.lids),
  ].filter((endport) => (baseLid[endport] ?? 0) > 0);
  const sound = withSoundLevels(tables);
  const most = Math.max(0, ...endports.map((endport) => lmc[endport] ?? 0));
  return (memoryOf(tables).every ??= Array.from(
    { length: 2 ** most },
    (_, nth) => {
      const lidOf = (destination: EndportIx): Lid =>
        ((baseLid[destination] ?? 0) +
          (nth & (2 ** (lmc[destination] ?? 0) - 1))) as Lid;
      return auditUnicast(
        fabric,
        {
          ...sound,
          pathLid: (_, destination) => lidOf(destination),
          // The SL is that of the source's own LID for the destination; whoever uses another LID says nothing about it.
          pathSl: (source, destination) =>
            tables.pathLid(source, destination) === lidOf(destination)
              ? sound.pathSl(source, destination)
              : (0 as Sl),
        },
        { endports, examples: Infinity },
      );
    },
  ));
}

/** Levels that do not exist are found by a check of their own; here they would be taken for other LIDs. */
export function withSoundLevels(tables: ForwardingTables): ForwardingTables {
  return {
    ...tables,
    pathSl: (source, destination) => {
      const sl = tables.pathSl(source, destination);
      return Number.isInteger(sl) && sl >= 0 && sl <= 15 ? sl : (0 as Sl);
    },
  };
}
