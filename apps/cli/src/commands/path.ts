import { Command, Option } from "commander";
import { checkFlags, type AuditFlags } from "../audit/options.ts";
import { auditTables } from "../audit/tables.ts";
import { collect } from "../collect.ts";
import { type Context, note } from "../context.ts";
import { ExitCode, exitCodesHelp } from "../exit.ts";
import { readFabricFile } from "../fabric-file.ts";
import { followPath, type PathReport } from "../path/follow.ts";
import { namedEndport } from "../path/named-endport.ts";
import { pathText } from "../path/text.ts";
import { visibleReport } from "../visible.ts";

type Flags = Pick<
  AuditFlags,
  | "fabric"
  | "nodeNameMap"
  | "tables"
  | "routing"
  | "addressing"
  | "lanes"
  | "lids"
  | "set"
  | "guid2lid"
  | "sl2vl"
  | "pathSl"
>;

/** `path` */
export function pathCommand(
  context: Context,
  finish: (code: ExitCode) => void,
): Command {
  return new Command("path")
    .summary("the path from one port to another, hop by hop")
    .usage(
      "--fabric FILE --tables DIR [options] <from> <to>\n       fabriclab path --fabric FILE --routing NAME [options] <from> <to>",
    )
    .description(
      "Follows one packet through the tables, as ibtracert does on a subnet: the nodes that it passes, the ports by which it comes in and goes out, and its VL on each link.",
    )
    .argument(
      "<from>",
      "a host or a switch: its name or GUID, NAME:PORT where several ports of a host are cabled, or a LID",
    )
    .argument(
      "<to>",
      "the same; a LID follows that one, all else the one that the pair uses",
    )
    .requiredOption(
      "--fabric <file>",
      "the fabric: what ibnetdiscover prints, subnet.lst, IBADM .topo, db_csv, topology.conf or JSON",
    )
    .option(
      "--node-name-map <file>",
      "names by NodeGUID, for nodes that call themselves alike",
    )
    .option(
      "--tables <dir>",
      "folder of tables as OpenSM dumps them or as `route` writes them",
    )
    .option("--guid2lid <file>", "LIDs, where not in the folder")
    .option("--sl2vl <file>", "SL2VL tables, where not in the folder")
    .option(
      "--path-sl <file>",
      "LID and SL of each pair (slid dlid sl), where not in the folder",
    )
    .option(
      "--routing <name>",
      "instead of --tables: compute them, as `fabriclab route` does",
    )
    .option("--addressing <name>", "with --routing: who gets which LIDs")
    .option("--lanes <name>", "with --routing: builder of SL2VL tables")
    .addOption(
      new Option(
        "--lids <which>",
        "with --routing: keep the LIDs of the fabric's file, or assign new ones",
      ).choices(["keep", "assign"]),
    )
    .addOption(
      new Option(
        "--set <key=value>",
        "with --routing: a parameter of it, such as roots=S1 (repeatable); `fabriclab list routing NAME` has them",
      ).argParser(collect),
    )
    .addHelpText(
      "after",
      `
Examples:
  $ fabriclab path --fabric net.topo --routing cyclic 'P(000)' 'P(200)'
  $ fabriclab path --fabric real.ibnetdiscover --tables dump/ 'node1 HCA-1' 0x2c --json

Exit code 1 where the packet does not arrive.
${exitCodesHelp}`,
    )
    .action((from: string, to: string, flags: Flags) => {
      const given: AuditFlags = { ...flags, endpoints: "all", remedies: false };
      checkFlags(given);
      const file = readFabricFile(flags.fabric, "--fabric", flags.nodeNameMap);
      for (const one of file.notes) note(context, one);
      const { fabric } = file;
      const { tables, from: origin } = auditTables(context, file, given);
      const report: PathReport = {
        fabric: { name: fabric.name, file: flags.fabric },
        tables: origin,
        ...followPath(
          fabric,
          tables,
          namedEndport(fabric, tables.lids, from, "<from>").endport,
          namedEndport(fabric, tables.lids, to, "<to>"),
        ),
      };
      context.io.out(
        context.json
          ? `${JSON.stringify(report, null, 2)}\n`
          : visibleReport(context.io, (io) => pathText(report, io)),
      );
      finish(report.arrives ? ExitCode.fine : ExitCode.problem);
    });
}
