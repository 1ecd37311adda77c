import { readdirSync } from "node:fs";
import { join } from "node:path";
import {
  readTables,
  TABLE_FILES,
  type DumpedTables,
  type DumpNote,
  type DumpText,
} from "@fabriclab/formats-opensm";
import { FabricError, type Fabric, type LidTable } from "@fabriclab/spec";
import { fileChunks } from "./file-chunks.ts";
import { reason } from "./files.ts";

/** Files that were named one by one: they stand for those of the same kind in the folder. */
export type NamedTableFiles = Partial<
  Record<
    keyof typeof TABLE_FILES,
    { readonly file: string; readonly flag: string }
  >
>;

/**
 * Forwarding tables from a folder, as OpenSM dumps them or `fabriclab route` writes them; a file may be compressed (`.gz`). Files of other names are left
 * alone. Large files are read piece by piece.
 *
 * @param path what named the folder: a flag, or a scenario's key
 * @param lids LIDs of the fabric's file, for dumps that do not say whose theirs are
 * @param described the same fabric with the names of its own file, where a node-name map gave others
 * @throws FabricError `E_CLI_TABLES_FOLDER`, `E_CLI_UNREADABLE_FILE`; what `readTables` throws, with the file's path
 */
export function readTableFolder(
  folder: string,
  fabric: Fabric,
  path = "--tables",
  named: NamedTableFiles = {},
  lids?: LidTable,
  described?: Fabric,
): DumpedTables {
  if (described !== undefined) {
    // Why twice: a dump may have been taken with the map or without it.
    try {
      return readTableFolder(folder, described, path, named, lids);
    } catch (error) {
      if (!FabricError.is(error) || error.code !== "E_OPENSM_OTHER_FABRIC")
        throw error;
    }
  }
  const files: Record<string, DumpText> = {};
  /** Name that `readTables` knows -> path. */
  const paths = new Map<string, string>();
  const passedOver: DumpNote[] = [];
  const present = listing(folder, path);
  for (const [kind, names] of Object.entries(TABLE_FILES)) {
    const given = named[kind as keyof typeof TABLE_FILES];
    if (given !== undefined) {
      files[names[0]] = piecesOf(given.file, given.flag);
      paths.set(names[0], given.file);
      continue;
    }
    for (const name of names) {
      const file = [name, `${name}.gz`].find((one) => present.has(one));
      if (file === undefined) continue;
      if (file === name && present.has(`${name}.gz`))
        passedOver.push({
          file: `${name}.gz`,
          message: `not read, because there is ${name}`,
          line: 0,
          count: 1,
        });
      files[name] = piecesOf(join(folder, file), path);
      paths.set(name, join(folder, file));
    }
  }
  if (paths.size === 0) {
    throw new FabricError({
      code: "E_CLI_TABLES_FOLDER",
      message: `The folder ${folder} holds no tables.`,
      where: { path },
      got: "none of the files' names",
      expected: `at least ${TABLE_FILES.lfts.join(" or ")}`,
    });
  }
  try {
    const tables = readTables(files, fabric, lids);
    return { ...tables, notes: [...passedOver, ...tables.notes] };
  } catch (error) {
    throw placed(error, paths);
  }
}

function listing(folder: string, path: string): ReadonlySet<string> {
  try {
    return new Set(readdirSync(folder));
  } catch (error) {
    throw new FabricError({
      code: "E_CLI_TABLES_FOLDER",
      message: `The folder of tables ${folder} cannot be read.`,
      where: { path },
      got: reason(error),
      expected: `a folder that holds ${TABLE_FILES.lfts[0]}`,
      cause: error,
    });
  }
}

/** @throws FabricError `E_CLI_UNREADABLE_FILE` */
function* piecesOf(file: string, flag: string): Generator<Uint8Array> {
  try {
    yield* fileChunks(file);
  } catch (error) {
    throw new FabricError({
      code: "E_CLI_UNREADABLE_FILE",
      message: `The file ${file} cannot be read.`,
      where: { file, path: flag },
      got: reason(error),
      expected: "a text file that you may read, or one compressed by gzip",
      cause: error,
    });
  }
}

/** The refusal of a reader, which knows the file's name only, with its path. */
function placed(error: unknown, paths: ReadonlyMap<string, string>): unknown {
  if (!FabricError.is(error)) return error;
  const file = paths.get(error.where.file ?? "");
  if (file === undefined) return error;
  const { code, message, got, expected, hint } = error;
  return new FabricError({
    code,
    message,
    where: { ...error.where, file },
    ...(got === undefined ? {} : { got }),
    ...(expected === undefined ? {} : { expected }),
    ...(hint === undefined ? {} : { hint }),
    cause: error,
  });
}
