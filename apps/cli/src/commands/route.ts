import {
  unreachedPairs,
  type UnreachedPairs,
} from "@fabriclab/analysis-reachability";
import { oneSl2vlForAll, TABLE_FILES } from "@fabriclab/formats-opensm";
import {
  visible,
  type Fabric,
  type ForwardingTables,
  type TablesProgress,
} from "@fabriclab/spec";
import { Command, Option } from "commander";
import { alsoFiles, alsoHelp, alsoNamed } from "../also-files.ts";
import { multicastBuilders } from "../builder-names.ts";
import { collect, collectNames } from "../collect.ts";
import type { ListFiles } from "../compare/candidates.ts";
import {
  computeTables,
  tablePartsOf,
  withRoutingOptions,
} from "../computed-tables.ts";
import type { TableFlags, TableParts } from "../table-flags.ts";
import { type Context, note } from "../context.ts";
import { exitCodesHelp } from "../exit.ts";
import { optionsOf } from "../routing-lists.ts";
import { fabricFlag, nodeNameMapFlag } from "../fabric-flags.ts";
import { readFabricFile } from "../fabric-file.ts";
import { outputDirectory } from "../files.ts";
import { computeOption, ioOption, rootsOption } from "../list-options.ts";
import { idleBesideKeptLids } from "../kept-lids.ts";
import { many } from "../naming/words.ts";
import { partsNote } from "../naming/parts.ts";
import { parseGroupFlag, readGroupFile, resolveGroups } from "../groups.ts";
import { progress, stages, type Progress } from "../progress.ts";
import { unreachedNote } from "../unreached-note.ts";
import { tableFiles } from "../table-files.ts";
import {
  markedTables,
  reportFiles,
  tableText,
  tellTables,
  type ToldTables,
} from "../tables-report.ts";

interface Flags extends TableFlags, ListFiles {
  readonly nodeNameMap?: string;
  readonly group?: readonly string[];
  readonly groups?: string;
  readonly output: string;
  readonly show?: readonly string[];
  readonly mark?: readonly string[];
  readonly also?: string;
  readonly force?: true;
}

/** `route` */
export function routeCommand(context: Context): Command {
  return new Command("route")
    .summary("make forwarding tables and write them as OpenSM does")
    .description(
      `Computes LIDs, forwarding tables and multicast tables of a fabric and writes them in OpenSM's formats: opensm-lfts.dump, opensm.mcfdbs, guid2lid, opensm-sl2vl.dump and path-sl.tsv; opensm-qos.conf and opensm-qos-policy.conf where there are several VLs and SLs. OpenSM loads them with -R file -U opensm-lfts.dump (and its guid2lid cache; -F opensm-qos.conf -Y opensm-qos-policy.conf).`,
    )
    .addOption(fabricFlag())
    .addOption(nodeNameMapFlag())
    .requiredOption(
      "--routing <name>",
      "how paths are chosen (fabriclab list routing)",
    )
    .requiredOption(
      "-o, --output <dir>",
      "folder for the tables; appears whole or not at all",
    )
    .option(
      "--addressing <name>",
      "who gets which LIDs; default: what the routing is made for",
    )
    .addOption(
      new Option(
        "--lids <which>",
        "keep the LIDs of the fabric file, or assign new ones",
      )
        .choices(["keep", "assign"])
        .default("assign"),
    )
    .option(
      "--tables <name>",
      "builder of unicast tables; default: what the routing is made for, else linear",
    )
    .option(
      "--multicast <name>",
      `builder of multicast tables: ${multicastBuilders(context.registry)}`,
      "union",
    )
    .option(
      "--lanes <name>",
      "builder of SL2VL tables; default: what the routing is made for, if anything",
    )
    .addOption(
      new Option(
        "--group <sources=members>",
        "a multicast group of host names, or members alone (repeatable)",
      ).argParser(collect),
    )
    .option(
      "--groups <file>",
      "multicast groups in a YAML file: a list of { name, members, sources, sendOnly }",
    )
    .addOption(
      new Option(
        "--set <key=value>",
        "a parameter of the routing, addressing or tables (repeatable)",
      ).argParser(collect),
    )
    .addOption(rootsOption())
    .addOption(computeOption())
    .addOption(ioOption())
    .addOption(
      new Option(
        "--show <switch>",
        "print the table of a switch (repeatable)",
      ).argParser(collect),
    )
    .addOption(
      new Option(
        "--mark <routing>",
        "mark the ports of another routing in printed tables: name, or name:key=value,… (repeatable)",
      ).argParser(collect),
    )
    .option(
      "--also <files>",
      "further files, with commas between; all: those that the tables have (see below)",
      collectNames(),
    )
    .option(
      "--force",
      "write into a folder that holds files, replacing those of the same names",
    )
    .addHelpText(
      "after",
      `
${alsoHelp}
Examples:
  $ fabriclab route --fabric net.topo --routing cyclic -o tables/
  $ fabriclab route --fabric net.topo --routing cyclic --set variant=paper -o tables/
  $ fabriclab route --fabric net.topo --routing cyclic --group 'P(000)=P(200),P(201)' -o tables/
  $ fabriclab route --fabric real.topo --routing xy --lids keep -o tables/
  $ fabriclab route --fabric net.topo --routing multipath --show S0 --mark updown:root=S1 -o tables/
  $ fabriclab route --fabric real.topo --routing ftree --roots advice/root_guids.txt --also fdbs,ca-order -o tables/
${exitCodesHelp}`,
    )
    .action((flags: Flags) => route(context, flags));
}

/** Reads the fabric, makes its tables, writes and tells them. @throws FabricError of flags, files, plugins and the folder */
async function route(context: Context, flags: Flags): Promise<void> {
  const output = outputDirectory(flags.output, { force: flags.force === true });
  const also = alsoNamed(flags.also);
  const parts = tablePartsOf(context, flags);
  noteIdle(context, flags, parts);
  const named = [
    ...(flags.groups === undefined ? [] : readGroupFile(flags.groups)),
    ...(flags.group ?? []).map(parseGroupFlag),
  ];
  const line = progress(context.io, { label: "route", quiet: context.quiet });
  const onProgress = stages(line);
  const file = readFabricFile(flags.fabric, "--fabric", flags.nodeNameMap);
  for (const one of file.notes) note(context, one);
  const { fabric } = file;
  const parted = partsNote(fabric);
  if (parted !== undefined) note(context, parted);
  const groups = resolveGroups(fabric, named);
  const lists = optionsOf(context, fabric, flags);
  const tables = computeTables(
    fabric,
    withRoutingOptions(parts, lists),
    groups,
    flags,
    file.lids,
    onProgress,
  );
  const told = tellTables(
    fabric,
    tables,
    flags.show ?? [],
    markedTables(context, fabric, tables, flags.mark ?? [], flags),
  );
  // Where the builder has tables to tell, report.txt holds those of all switches, with the marks.
  if (flags.mark !== undefined && flags.show === undefined && !told.own)
    note(
      context,
      "note: --mark has no effect: it marks ports in the tables that --show prints, and no switch is named with --show",
    );
  const files = new Map([
    ...tableFiles(fabric, tables),
    ...alsoFiles(fabric, tables, also),
    ...reportFiles(fabric, told),
  ]);
  let reached: UnreachedPairs;
  try {
    await output.fill(
      [...files].map(([name, pieces]) => [
        name,
        watched(pieces, name, fabric, line, onProgress),
      ]),
    );
    reached = unreachedPairs(fabric, tables, (done, total) => {
      onProgress("following all pairs", done, total);
    });
  } finally {
    line.end();
  }
  report(context, flags, fabric, tables, [...files.keys()], told, reached);
}

/** Says which flags have no effect beside the others. */
function noteIdle(context: Context, flags: Flags, parts: TableParts): void {
  for (const idle of idleBesideKeptLids(flags, parts)) note(context, idle);
}

/** Files that come in other pieces than one per switch. */
const byEndport: readonly string[] = [
  TABLE_FILES.sl2vl[0],
  TABLE_FILES.pathSl[0],
];

/** Hands pieces on and says how far they are; a table of LFTs comes in a piece per switch. */
function* watched(
  pieces: Iterable<string>,
  name: string,
  fabric: Fabric,
  line: Progress,
  onProgress: TablesProgress,
): Generator<string> {
  let written = 0;
  for (const piece of pieces) {
    const note = `writing ${name}`;
    if (written === 0 || byEndport.includes(name)) line.update({ note });
    // The time left counts from here, not from when tables began to be computed.
    else onProgress(note, written, fabric.switchCount);
    yield piece;
    written++;
  }
}

function report(
  context: Context,
  { fabric: file, output }: Flags,
  fabric: Fabric,
  tables: ForwardingTables,
  files: readonly string[],
  told: ToldTables,
  reached: UnreachedPairs,
): void {
  const lids = tables.lids.owner.reduce(
    (sum, owner) => sum + (owner >= 0 ? 1 : 0),
    0,
  );
  const lmc = tables.lids.lmc.reduce((most, one) => Math.max(most, one), 0);
  const mlids = tables.multicast?.mlidCount ?? 0;
  const { notes, shown } = told;
  if (context.json) {
    const more = {
      ...(told.own || notes.length > 0
        ? { report: { notes, tables: told.tables } }
        : {}),
      ...(shown.length === 0 ? {} : { shown }),
    };
    context.io.out(
      `${JSON.stringify({ output, files, engine: tables.engine, lids, topLid: tables.lids.topLid, lmc, mlids, lanes: tables.lanes, unreachable: reached.unreached, ...more })}\n`,
    );
  } else {
    for (const table of [...told.tables, ...shown])
      context.io.out(visible(`${tableText(table)}\n`));
  }
  for (const one of notes) note(context, one);
  const lost = unreachedNote(reached, file, output);
  if (lost !== undefined) note(context, lost);
  if (!oneSl2vlForAll(tables))
    note(
      context,
      "SL2VL differs between ports, and OpenSM's options have one list for all: these tables are to be audited and simulated, but OpenSM's file engine cannot set them",
    );
  note(
    context,
    `${fabric.name}, ${tables.engine}: ${many(fabric.switchCount, "table")} of ${many(lids, "LID")} (LMC ${lmc})${mlids === 0 ? "" : `, ${many(mlids, "MLID")}`} -> ${output}`,
  );
}
