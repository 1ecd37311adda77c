import {
  findPlugin,
  parseOverride,
  readParts,
  type PlacedUse,
} from "@fabriclab/formats-scenario";
import { composeTables, type TableSource } from "@fabriclab/sim";
import {
  FabricError,
  type Fabric,
  type ForwardingTables,
  type LidTable,
  type MulticastGroup,
  type RoutingPlugin,
} from "@fabriclab/spec";
import { endportIx, type EndportIx } from "@fabriclab/units";
import { Command, Option } from "commander";
import { collect } from "../collect.ts";
import { type Context, note } from "../context.ts";
import { exitCodesHelp } from "../exit.ts";
import { readFabricFile } from "../fabric-file.ts";
import { outputDirectory } from "../files.ts";
import { parseGroupFlag, readGroupFile, resolveGroups } from "../groups.ts";
import { progress, type Progress } from "../progress.ts";
import { tableFiles } from "../table-files.ts";

interface Flags {
  readonly fabric: string;
  readonly routing: string;
  readonly addressing?: string;
  readonly tables: string;
  readonly multicast: string;
  readonly lids: "keep" | "assign";
  readonly set?: readonly string[];
  readonly group?: readonly string[];
  readonly groups?: string;
  readonly output: string;
  readonly force?: true;
}

/** `route` */
export function routeCommand(context: Context): Command {
  return new Command("route")
    .summary("make forwarding tables and write them as OpenSM does")
    .description(
      `Computes LIDs, forwarding tables and multicast tables of a fabric and writes them in OpenSM's formats: opensm-lfts.dump, opensm.mcfdbs, guid2lid, opensm-sl2vl.dump and path-sl.tsv. OpenSM loads them with -R file -U opensm-lfts.dump (and its guid2lid cache).`,
    )
    .requiredOption(
      "--fabric <file>",
      "the fabric: .topo, .ibnetdiscover or .json",
    )
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
    .option("--tables <name>", "builder of unicast tables", "linear")
    .option(
      "--multicast <name>",
      "builder of multicast tables: union, spanning-tree",
      "union",
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
    .option(
      "--force",
      "write into a folder that holds files, replacing those of the same names",
    )
    .addHelpText(
      "after",
      `
Examples:
  $ fabriclab route --fabric net.topo --routing cyclic -o tables/
  $ fabriclab route --fabric net.topo --routing cyclic --set variant=paper -o tables/
  $ fabriclab route --fabric net.topo --routing cyclic --group 'P(000)=P(200),P(201)' -o tables/
  $ fabriclab route --fabric real.topo --routing xy --lids keep -o tables/
${exitCodesHelp}`,
    )
    .action((flags: Flags) => {
      const output = outputDirectory(flags.output, {
        force: flags.force === true,
      });
      const parts = partsOf(context, flags);
      const named = [
        ...(flags.groups === undefined ? [] : readGroupFile(flags.groups)),
        ...(flags.group ?? []).map(parseGroupFlag),
      ];
      const line = progress(context.io, {
        label: "route",
        quiet: context.quiet,
      });
      const file = readFabricFile(flags.fabric);
      for (const one of file.notes) note(context, one);
      const groups = resolveGroups(file.fabric, named);
      const tables = tablesOf(file.fabric, parts, groups, flags, file.lids);
      const files = tableFiles(file.fabric, tables);
      try {
        for (const [name, pieces] of files) {
          output.write(name, watched(pieces, name, file.fabric, line));
        }
        output.commit();
      } finally {
        line.end();
        output.abandon();
      }
      report(context, flags.output, file.fabric, tables, [...files.keys()]);
    });
}

/** Hands pieces on and says how far they are; a table of LFTs comes in a piece per switch. */
function* watched(
  pieces: Iterable<string>,
  name: string,
  fabric: Fabric,
  line: Progress,
): Generator<string> {
  let written = 0;
  for (const piece of pieces) {
    line.update({
      note: `writing ${name}`,
      ...(written === 0 ? {} : { fraction: written / fabric.switchCount }),
    });
    yield piece;
    written++;
  }
}

type Parts = Record<
  "routing" | "addressing" | "tables" | "multicast",
  PlacedUse
>;

/** The plugins that the flags name, with what `--set` says of their parameters. */
function partsOf(context: Context, flags: Flags): Parts {
  const { registry } = context;
  const routing = findPlugin(
    registry,
    "routing",
    flags.routing,
    { path: "--routing" },
    "E_CLI_UNKNOWN_PLUGIN",
  ) as unknown as RoutingPlugin;
  const addressing =
    flags.addressing ?? routing.defaultAddressing ?? "sequential";
  findPlugin(
    registry,
    "addressing",
    addressing,
    { path: "--addressing" },
    "E_CLI_UNKNOWN_PLUGIN",
  );
  return readParts(
    {
      routing: flags.routing,
      addressing,
      tables: flags.tables,
      multicast: flags.multicast,
    },
    {
      registry,
      overrides: (flags.set ?? []).map((text) => parseOverride(text)),
    },
  );
}

function tablesOf(
  fabric: Fabric,
  parts: Parts,
  groups: readonly MulticastGroup[],
  flags: Flags,
  kept: LidTable | undefined,
): ForwardingTables {
  const hosts = cabledHosts(fabric);
  const use = ({ plugin, options }: PlacedUse) => ({ plugin, options });
  const addressing = use(parts.addressing);
  if (flags.lids === "keep") {
    const lids = keptLids(fabric, hosts, flags.fabric, kept);
    addressing.plugin = {
      ...addressing.plugin,
      assign: () => lids,
    } as typeof addressing.plugin;
  }
  const source = {
    addressing,
    routing: use(parts.routing),
    unicast: use(parts.tables),
    multicast: use(parts.multicast),
  } as unknown as TableSource;
  return composeTables(fabric, source, groups, hosts);
}

/** The LIDs of the fabric's file. @throws FabricError `E_CLI_NO_LIDS` */
function keptLids(
  fabric: Fabric,
  hosts: readonly EndportIx[],
  file: string,
  lids: LidTable | undefined,
): LidTable {
  const without = hosts.find((host) => (lids?.baseLid[host] ?? 0) === 0);
  if (lids !== undefined && without === undefined) return lids;
  throw new FabricError({
    code: "E_CLI_NO_LIDS",
    message: "The fabric's file does not give every host a LID.",
    where: { file, path: "--lids keep" },
    got:
      without === undefined || lids === undefined
        ? "no LIDs"
        : `none for ${fabric.nodeName[fabric.endportNode[without] ?? 0] ?? ""}`,
    expected: "a file that ibnetdiscover wrote on a configured fabric",
    hint: "Use --lids assign.",
  });
}

function cabledHosts(fabric: Fabric): EndportIx[] {
  const hosts: EndportIx[] = [];
  for (let i = fabric.switchCount; i < fabric.endportCount; i++) {
    const endport = endportIx(i);
    if (fabric.attachment(endport) !== undefined) hosts.push(endport);
  }
  return hosts;
}

function report(
  context: Context,
  output: string,
  fabric: Fabric,
  tables: ForwardingTables,
  files: readonly string[],
): void {
  const lids = tables.lids.owner.reduce(
    (sum, owner) => sum + (owner >= 0 ? 1 : 0),
    0,
  );
  const lmc = tables.lids.lmc.reduce((most, one) => Math.max(most, one), 0);
  const mlids = tables.multicast?.mlidCount ?? 0;
  if (context.json) {
    context.io.out(
      `${JSON.stringify({ output, files, engine: tables.engine, lids, topLid: tables.lids.topLid, lmc, mlids, lanes: tables.lanes })}\n`,
    );
  }
  note(
    context,
    `${fabric.name}, ${tables.engine}: ${fabric.switchCount} tables of ${lids} LIDs (LMC ${lmc})${mlids === 0 ? "" : `, ${mlids} ${mlids === 1 ? "MLID" : "MLIDs"}`} -> ${output}`,
  );
}
