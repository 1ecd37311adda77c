import { existsSync, statSync } from "node:fs";
import { diffFabrics, diffTables, matchNodes } from "@fabriclab/analysis-diff";
import { type Fabric, FabricError, type LidTable } from "@fabriclab/spec";
import { Command, Option } from "commander";
import { type Context, note } from "../context.ts";
import { fabricDiffText, tableDiffText } from "../diff-text.ts";
import { ExitCode, exitCodesHelp } from "../exit.ts";
import { readFabricFile } from "../fabric-file.ts";
import { nodeName } from "../naming/names.ts";
import { nearFile } from "../near-file.ts";
import { oneSidedOnly } from "../one-sided.ts";
import {
  dumpNoteText,
  type FolderTables,
  readTableFolder,
} from "../table-folder.ts";
import { visibleReport } from "../visible.ts";

interface Flags {
  readonly fabric?: string;
  readonly nodeNameMap?: string;
  readonly by?: "guid" | "name";
}

/** `diff` */
export function diffCommand(
  context: Context,
  finish: (code: ExitCode) => void,
): Command {
  return new Command("diff")
    .summary("what differs between two fabrics, or two sets of tables")
    .description(
      "Compares two fabrics, such as a plan and what was cabled: nodes, cables, ports that lead elsewhere. Or, with --fabric, two sets of forwarding tables of one fabric, entry by entry.",
    )
    .argument(
      "<a>",
      "a fabric's file, or with --fabric a folder or a file of tables: before, or the plan",
    )
    .argument("<b>", "another of the same kind: after, or what is there")
    .option("--fabric <file>", "with tables: the fabric that they are of")
    .option(
      "--node-name-map <file>",
      "names by NodeGUID, for nodes that call themselves alike: of both fabrics",
    )
    .addOption(
      new Option(
        "--by <what>",
        "match nodes of two fabrics by this; default: what they have more of in common",
      ).choices(["guid", "name"]),
    )
    .addHelpText(
      "after",
      `
Examples:
  $ fabriclab diff plan.topo real.ibnetdiscover
  $ fabriclab diff plan.topo real.ibnetdiscover --by name --json
  $ fabriclab diff --fabric net.topo tables-before/ tables-after/

Exit code 1 where anything differs: also where one of two ibnetdiscover dumps tells of a cable at one
end only.
${exitCodesHelp}`,
    )
    .action((a: string, b: string, flags: Flags) => {
      const folders = [a, b].filter((one) => isFolder(one));
      if (folders.length > 0 || flags.fabric !== undefined)
        for (const one of [a, b]) refuseMissing(one);
      const same =
        folders.length === 0 && flags.fabric === undefined
          ? fabrics(context, a, b, flags)
          : tables(context, a, b, flags, folders);
      finish(same ? ExitCode.fine : ExitCode.problem);
    });
}

// Of two files, what is not there is refused by the reader, with its reason.
const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Why: what is not there is neither a folder nor a fabric, and must not be called one. */
function refuseMissing(path: string): void {
  if (path === "-" || existsSync(path)) return;
  throw new FabricError({
    code: "E_CLI_TABLES_FOLDER",
    message: `There is no folder or file ${path}.`,
    where: { path },
    got: "no such file or directory",
    expected: "a folder or a file of tables",
    ...nearFile(path, { code: "ENOENT" }),
  });
}

function fabrics(
  context: Context,
  a: string,
  b: string,
  { nodeNameMap, by }: Flags,
): boolean {
  const [before, after] = [a, b].map((file) => {
    const read = readFabricFile(file, file, nodeNameMap);
    for (const one of read.notes) note(context, one);
    return read;
  });
  if (before === undefined || after === undefined) return true;
  const match = matchNodes(before.fabric, after.fabric, by);
  const found = diffFabrics(before.fabric, after.fabric, match);
  const { keysA, keysB } = match;
  const oneSided = {
    a: oneSidedOnly(before, after, [keysA, keysB]),
    b: oneSidedOnly(after, before, [keysB, keysA]),
  };
  const diff = {
    ...found,
    oneSided,
    isSame: found.isSame && oneSided.a.length + oneSided.b.length === 0,
  };
  context.io.out(
    context.json
      ? `${JSON.stringify({ kind: "fabrics", a, b, ...diff }, null, 2)}\n`
      : visibleReport(context.io, (io) => fabricDiffText(diff, a, b, io)),
  );
  return diff.isSame;
}

function tables(
  context: Context,
  a: string,
  b: string,
  { fabric: file, nodeNameMap, by }: Flags,
  folders: readonly string[],
): boolean {
  const usage = (
    message: string,
    path: string,
    got: string,
    expected: string,
  ) =>
    new FabricError({
      code: "E_CLI_USAGE",
      message,
      where: { path },
      got,
      expected,
    });
  if (file === undefined && folders.length === 1)
    throw usage(
      "A folder of tables and a fabric cannot be compared.",
      folders[0] === a ? b : a,
      "no folder",
      "two fabrics, or tables with --fabric",
    );
  if (file === undefined)
    throw usage(
      "Tables do not say all of their fabric.",
      "--fabric",
      "nothing",
      "--fabric with the file of the fabric that the tables are of",
    );
  if (by !== undefined)
    throw new FabricError({
      code: "E_CLI_OPTION_CONFLICT",
      message: "--by goes with two fabrics.",
      where: { path: "--by" },
      got: `--by ${by} with tables`,
      expected: "two fabrics, or no --by",
    });
  const read = readFabricFile(file, "--fabric", nodeNameMap);
  for (const one of read.notes) note(context, one);
  const { fabric, lids, described } = read;
  const [before, after] = [a, b].map((path) => {
    const dumped = tablesAt(path, fabric, lids, described);
    for (const one of dumped.notes) note(context, dumpNoteText(one));
    return dumped;
  });
  if (before === undefined || after === undefined) return true;
  const diff = diffTables(fabric, before, after);
  const named = {
    ...diff,
    switches: diff.switches.map(({ sw, ...counts }) => ({
      switch: nodeName(fabric, sw),
      ...counts,
    })),
  };
  context.io.out(
    context.json
      ? `${JSON.stringify({ kind: "tables", a, b, ...named }, null, 2)}\n`
      : visibleReport(context.io, (io) => tableDiffText(named, a, b, io)),
  );
  return diff.isSame;
}

function tablesAt(
  path: string,
  fabric: Fabric,
  lids: LidTable | undefined,
  described: Fabric | undefined,
): FolderTables {
  try {
    return readTableFolder(path, fabric, path, {}, lids, described);
  } catch (error) {
    // Why: a fabric was probably meant, and --fabric is not how two of them are compared.
    if (
      FabricError.is(error) &&
      error.code === "E_CLI_TABLES_FOLDER" &&
      !isFolder(path)
    )
      throw new FabricError({
        code: "E_CLI_OPTION_CONFLICT",
        message: "--fabric goes with tables.",
        where: { path: "--fabric" },
        got: `--fabric with ${path}, a file without tables`,
        expected: "folders or files of tables, or two fabrics without --fabric",
      });
    throw error;
  }
}
