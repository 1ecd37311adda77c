import type { CandidateEngine } from "@fabriclab/analysis-deadlock";
import type { ImpossiblePort } from "@fabriclab/formats-opensm";
import type {
  Fabric,
  ForwardingTables,
  MulticastGroup,
  RoutingPlugin,
  TablesProgress,
} from "@fabriclab/spec";
import type { ListFiles } from "../compare/candidates.ts";
import {
  computeTables,
  tablePartsOf,
  withRoutingOptions,
} from "../computed-tables.ts";
import { type Context, note } from "../context.ts";
import { optionsOf } from "../routing-lists.ts";
import type { FabricOfFile } from "../fabric-file.ts";
import { parseGroupFlag, readGroupFile, resolveGroups } from "../groups.ts";
import {
  dumpNoteText,
  readTableFolder,
  type NamedTableFiles,
} from "../table-folder.ts";
import { idleBesideKeptLids } from "../kept-lids.ts";
import type { TableFlags, TableParts } from "../table-flags.ts";
import type { AuditFlags, RootsAre } from "./options.ts";

/** Tables to audit, and where they come from. */
export interface AuditedTables {
  readonly tables: ForwardingTables;
  /** The folder, or the name of the routing. */
  readonly from: string;
  /** Entries of a dump with ports that their switches do not have: findings, where other commands refuse them. */
  readonly impossible: readonly ImpossiblePort[];
}

/**
 * The tables that the flags mean: read from files, or computed.
 *
 * @throws FabricError what the readers, the plugins and `resolveGroups` refuse
 */
export function auditTables(
  context: Context,
  { fabric, lids, described }: FabricOfFile,
  flags: AuditFlags,
  roots: RootsAre,
  onProgress?: TablesProgress,
): AuditedTables {
  const { tables, routing } = flags;
  if (tables !== undefined) {
    const read = readTableFolder(
      tables,
      fabric,
      "--tables",
      namedFiles(flags),
      lids,
      described,
      "keep",
    );
    for (const one of read.notes) note(context, dumpNoteText(one));
    return { tables: read, from: tables, impossible: read.impossible };
  }
  const name = routing ?? "";
  const groups = groupsOf(fabric, flags);
  const given = { ...tableFlags(flags), routing: name };
  const parts = tablePartsOf(context, given);
  for (const idle of idleBesideKeptLids(given, parts)) note(context, idle);
  const computed = computeTables(
    fabric,
    withRoutingOptions(
      parts,
      optionsOf(context, fabric, listsFor(context, flags, parts, roots)),
    ),
    groups,
    given,
    lids,
    onProgress,
  );
  return { tables: computed, from: name, impossible: [] };
}

/** The lists that the routing is given: without roots that are for the report, too, where it takes none. */
function listsFor(
  context: Context,
  flags: AuditFlags,
  { routing: { plugin } }: TableParts,
  rootsAre: RootsAre,
): ListFiles & Pick<TableFlags, "routing" | "set"> {
  const { roots, compute, io, set } = flags;
  const { lists } = plugin as unknown as RoutingPlugin;
  const forReport =
    rootsAre === "for the report, too" && lists?.roots === undefined;
  if (roots !== undefined && forReport)
    note(
      context,
      `note: --roots is for the report alone, as ${plugin.name} takes no list of roots`,
    );
  return {
    routing: plugin.name,
    ...(set === undefined ? {} : { set }),
    ...(roots === undefined || forReport ? {} : { roots }),
    ...(compute === undefined ? {} : { compute }),
    ...(io === undefined ? {} : { io }),
  };
}

/** The files that flags name one by one. */
function namedFiles(flags: AuditFlags): NamedTableFiles {
  const { sl2vl, pathSl, guid2lid, multicast } = flags;
  return {
    ...(sl2vl === undefined ? {} : { sl2vl: { file: sl2vl, flag: "--sl2vl" } }),
    ...(pathSl === undefined
      ? {}
      : { pathSl: { file: pathSl, flag: "--path-sl" } }),
    ...(guid2lid === undefined
      ? {}
      : { guid2lid: { file: guid2lid, flag: "--guid2lid" } }),
    ...(multicast === undefined
      ? {}
      : { mcfdbs: { file: multicast, flag: "--multicast" } }),
  };
}

const tableFlags = (flags: AuditFlags) => ({
  fabric: flags.fabric,
  multicast: flags.multicast ?? "union",
  lids: flags.lids ?? ("assign" as const),
  ...(flags.addressing === undefined ? {} : { addressing: flags.addressing }),
  ...(flags.lanes === undefined ? {} : { lanes: flags.lanes }),
  ...(flags.set === undefined ? {} : { set: flags.set }),
});

function groupsOf(fabric: Fabric, flags: AuditFlags): MulticastGroup[] {
  const { groups, group = [] } = flags;
  return resolveGroups(fabric, [
    ...(groups === undefined ? [] : readGroupFile(groups)),
    ...group.map(parseGroupFlag),
  ]);
}

/** Switches times endpoints beyond which no other routings are tried: with 666 and 5,007 all of them took 200 s; where the border lies was not measured. */
const MOST_TRIED = 500_000;

/** Why the other routings are not tried against credit loops in passing; undefined where they are. */
export function routingsUntried(fabric: Fabric): string | undefined {
  const { switchCount, endportCount } = fabric;
  return switchCount * endportCount <= MOST_TRIED
    ? undefined
    : `${String(switchCount)} switches and ${String(endportCount)} endpoints are too many to try every routing in passing; \`fabriclab compare\` tries them, \`fabriclab audit --routing NAME\` one`;
}

/** Every other routing that is known, with the LIDs and the multicast tables that are there: to be tried against credit loops. */
export function candidateEngines(
  context: Context,
  fabric: Fabric,
  { tables, from }: AuditedTables,
  flags: AuditFlags,
): CandidateEngine[] {
  return (context.registry.routing ?? [])
    .map(({ name }) => name)
    .filter((name) => name !== from && name !== tables.engine)
    .map((name) => ({
      name,
      tables() {
        const given = {
          fabric: flags.fabric,
          routing: name,
          multicast: "union",
          lids: "keep" as const,
        };
        const other = computeTables(
          fabric,
          tablePartsOf(context, given),
          [],
          given,
          tables.lids,
        );
        return tables.multicast === undefined
          ? other
          : { ...other, multicast: tables.multicast };
      },
    }));
}
