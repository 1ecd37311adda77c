import { FabricError } from "@fabriclab/spec";
import { Command } from "commander";
import { checkFlags, withRouting, type AuditFlags } from "../audit/options.ts";
import { auditTables, type AuditedTables } from "../audit/tables.ts";
import { type Context, note } from "../context.ts";
import { ExitCode, exitCodesHelp } from "../exit.ts";
import { fabricFlag, nodeNameMapFlag } from "../fabric-flags.ts";
import { readFabricFile, type FabricOfFile } from "../fabric-file.ts";
import { followCopy } from "../path/follow-copy.ts";
import { followPath, type PathReport } from "../path/follow.ts";
import { namedEndport } from "../path/named-endport.ts";
import { pathText } from "../path/text.ts";
import { progress, stages } from "../progress.ts";
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
  | "multicast"
  | "roots"
  | "compute"
  | "io"
> & { readonly mlid?: string };

/** `path` */
export function pathCommand(
  context: Context,
  finish: (code: ExitCode) => void,
): Command {
  return withRouting(
    new Command("path")
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
      .addOption(fabricFlag())
      .addOption(nodeNameMapFlag())
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
        "--mlid <mlid>",
        "follow the copy of a multicast packet that <to> gets, as ibtracert -m does; for tables that have multicast",
      )
      .option(
        "--multicast <file>",
        "with --mlid: multicast tables, where not in the folder",
      ),
    "for the routing",
    "with --routing: builder of SL2VL tables",
  )
    .addHelpText(
      "after",
      `
Examples:
  $ fabriclab path --fabric net.topo --routing cyclic 'P(000)' 'P(200)'
  $ fabriclab path --fabric real.ibnetdiscover --tables dump/ 'node1 HCA-1' 0x2c --json
  $ fabriclab path --fabric real.ibnetdiscover --tables dump/ --mlid 0xc003 'node1 HCA-1' 'node2 HCA-1'

Exit code 1 where the packet does not arrive.
${exitCodesHelp}`,
    )
    .action((from: string, to: string, flags: Flags) => {
      const given: AuditFlags = { ...flags, endpoints: "all", remedies: false };
      checkFlags(given, "for the routing");
      if (flags.multicast !== undefined && flags.mlid === undefined)
        throw new FabricError({
          code: "E_CLI_OPTION_CONFLICT",
          message: "--multicast is for --mlid.",
          where: { path: "--multicast" },
          got: "--multicast without --mlid",
          expected: "--mlid beside it",
        });
      const file = readFabricFile(flags.fabric, "--fabric", flags.nodeNameMap);
      for (const one of file.notes) note(context, one);
      const { fabric } = file;
      const { tables, from: origin } = toldTables(context, file, given);
      const ends = {
        from: namedEndport(fabric, tables.lids, from, "<from>").endport,
        to: namedEndport(fabric, tables.lids, to, "<to>"),
      };
      const report: PathReport = {
        fabric: { name: fabric.name, file: flags.fabric },
        tables: origin,
        ...(flags.mlid === undefined
          ? followPath(fabric, tables, ends.from, ends.to)
          : followCopy(
              fabric,
              tables,
              { from: ends.from, to: ends.to.endport },
              flags.mlid,
            )),
      };
      context.io.out(
        context.json
          ? `${JSON.stringify(report, null, 2)}\n`
          : visibleReport(context.io, (io) => pathText(report, io)),
      );
      finish(report.arrives ? ExitCode.fine : ExitCode.problem);
    });
}

/** The tables, with a line of progress where they take long to compute. */
function toldTables(
  context: Context,
  file: FabricOfFile,
  flags: AuditFlags,
): AuditedTables {
  const line = progress(context.io, { label: "path", quiet: context.quiet });
  try {
    return auditTables(context, file, flags, "for the routing", stages(line));
  } finally {
    line.end();
  }
}
