import { statSync } from "node:fs";
import { basename } from "node:path";
import {
  ImpossiblePorts,
  readTables,
  TABLE_FILES,
  type DumpedTables,
  type DumpNote,
  type DumpText,
  type ImpossiblePort,
  type TableKind,
} from "@fabriclab/formats-opensm";
import { FabricError, type Fabric, type LidTable } from "@fabriclab/spec";
import { piecesOf } from "./file-pieces.ts";
import { tableFilesIn } from "./table-listing.ts";

/** Files that were named one by one: they stand for those of the same kind in the folder. */
export type NamedTableFiles = Partial<
  Record<TableKind, { readonly file: string; readonly flag: string }>
>;

/** Tables of a folder. */
export interface FolderTables extends DumpedTables {
  /** Entries that name ports which their switches do not have, with the path of their file; none where they are refused. */
  readonly impossible: readonly ImpossiblePort[];
}

/**
 * Forwarding tables from a folder, as OpenSM dumps them or `fabriclab route` writes them; a file may be compressed (`.gz`). Where no file has a name of its kind,
 * one of another name is taken by its content, with a note; a single file stands for a folder of its own. Large files are read piece by piece.
 *
 * @param path what named the folder: a flag, or a scenario's key
 * @param lids LIDs of the fabric's file, for dumps that do not say whose theirs are
 * @param described the same fabric with the names of its own file, where a node-name map gave others
 * @param impossible whether LFT entries with ports that their switches do not have are refused, or kept and listed
 * @throws FabricError `E_CLI_TABLES_FOLDER`, `E_CLI_UNREADABLE_FILE`; what `readTables` throws, with the file's path
 */
export function readTableFolder(
  folder: string,
  fabric: Fabric,
  path = "--tables",
  named: NamedTableFiles = {},
  lids?: LidTable,
  described?: Fabric,
  impossible: "refuse" | "keep" = "refuse",
): FolderTables {
  if (described !== undefined) {
    // Why twice: a dump may have been taken with the map or without it.
    try {
      return readTableFolder(
        folder,
        described,
        path,
        named,
        lids,
        undefined,
        impossible,
      );
    } catch (error) {
      if (!FabricError.is(error) || error.code !== "E_OPENSM_OTHER_FABRIC")
        throw error;
    }
  }
  const files: Record<string, DumpText> = {};
  /** Name that `readTables` knows -> path. */
  const paths = new Map<string, string>();
  const found = tableFilesIn(folder, path);
  for (const [kind, names] of Object.entries(TABLE_FILES)) {
    const given = named[kind as TableKind];
    if (given !== undefined) {
      files[names[0]] = piecesOf(given.file, given.flag);
      paths.set(names[0], given.file);
      continue;
    }
    for (const { name, file } of found.of(kind as TableKind)) {
      files[name] = piecesOf(file, path);
      paths.set(name, file);
    }
  }
  if (paths.size === 0) {
    throw new FabricError({
      code: "E_CLI_TABLES_FOLDER",
      message: `${statSync(folder).isDirectory() ? "The folder" : "The file"} ${folder} holds no tables.`,
      where: { path },
      got: found.unsure ?? "no file that is one by its name or its first lines",
      expected: `at least ${TABLE_FILES.lfts.join(" or ")}, or such a table under another name`,
    });
  }
  try {
    const kept = impossible === "keep" ? new ImpossiblePorts() : undefined;
    const tables = readTables(files, fabric, lids, kept);
    return {
      ...tables,
      engine: calledByUser(tables.engine, paths, named),
      notes: [
        ...found.notes(),
        ...tables.notes.map((one) => ({
          ...one,
          file: calledByUser(one.file, paths, named),
        })),
      ],
      impossible: (kept?.all() ?? []).map((one) => ({
        ...one,
        file: paths.get(one.file) ?? one.file,
      })),
    };
  } catch (error) {
    throw placed(error, paths);
  }
}

/** A note as a line for people. */
export const dumpNoteText = ({
  file,
  line,
  message,
  count,
}: DumpNote): string =>
  `${file}${line > 0 ? `:${line}` : ""}: ${message}${count > 1 ? ` (${count} times)` : ""}`;

/** A file of the reader's as the user knows it: by its name in the folder, or as a flag names it. */
function calledByUser(
  name: string,
  paths: ReadonlyMap<string, string>,
  named: NamedTableFiles,
): string {
  const path = paths.get(name) ?? name;
  return Object.values(named).some(({ file }) => file === path)
    ? path
    : basename(path);
}

/** The refusal of a reader, which knows the file's name only, with its path. */
function placed(error: unknown, paths: ReadonlyMap<string, string>): unknown {
  if (!FabricError.is(error)) return error;
  const file = paths.get(error.where.file ?? "");
  return file === undefined ? error : error.placed({ ...error.where, file });
}
