import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import {
  TABLE_FILES,
  tableKindOf,
  type DumpNote,
  type TableKind,
} from "@fabriclab/formats-opensm";
import { FabricError } from "@fabriclab/spec";
import { fileChunks } from "./file-chunks.ts";
import { reason } from "./files.ts";

/** What a kind is called in sentences. */
const KIND_WORDS: Readonly<Record<TableKind, string>> = {
  lfts: "unicast tables",
  mcfdbs: "multicast tables",
  guid2lid: "LIDs",
  sl2vl: "SL2VL tables",
  pathSl: "SLs of paths",
  groups: "multicast groups",
  qos: "options for QoS",
};

/** Why so little: an LFT dump says what it is on its first line. */
const HEAD_BYTES = 2 ** 14;

/** A file, under a name that `readTables` knows. */
export interface ListedTableFile {
  readonly name: string;
  readonly file: string;
}

/** The files of a folder of tables by kind. */
export interface TableListing {
  /**
   * Those of a kind, by their names; where there is none, the one that is of the kind by its content.
   *
   * @throws FabricError `E_CLI_TABLES_FOLDER` where several are
   */
  of(kind: TableKind): readonly ListedTableFile[];
  /** What was passed over, and what was taken by its content, so far. */
  notes(): readonly DumpNote[];
  /** Sentence on a file that may be of several kinds. */
  readonly unsure: string | undefined;
}

/**
 * Looks what a folder holds, or takes a single file for one.
 *
 * @param path what named it, for errors
 * @throws FabricError `E_CLI_TABLES_FOLDER`
 */
export function tableFilesIn(place: string, path: string): TableListing {
  const { folder, entries } = listing(place, path);
  const present = new Set(entries);
  const notes: DumpNote[] = [];
  const told = (file: string, message: string): void => {
    notes.push({ file, message, line: 0, count: 1 });
  };
  const known = new Set<string>();
  const named = new Map<TableKind, ListedTableFile[]>();
  for (const [kind, names] of Object.entries(TABLE_FILES))
    for (const name of names) {
      const [plain, packed] = [name, `${name}.gz`];
      known.add(plain).add(packed);
      const file = [plain, packed].find((one) => present.has(one));
      if (file === undefined) continue;
      if (file === plain && present.has(packed))
        told(packed, `not read, because there is ${plain}`);
      const list = named.get(kind as TableKind) ?? [];
      list.push({ name, file: join(folder, file) });
      named.set(kind as TableKind, list);
    }
  const others = byContent(
    folder,
    entries.filter((entry) => !known.has(entry)),
  );
  const [doubtful] = others.get("unsure") ?? [];
  return {
    of(kind) {
      const taken = named.get(kind) ?? [];
      const alike = others.get(kind) ?? [];
      if (taken.length > 0) {
        for (const name of alike)
          told(
            name,
            `holds ${KIND_WORDS[kind]}; not read, because there is ${basename(taken[0]?.file ?? "")}`,
          );
        return taken;
      }
      const [only] = alike;
      if (only === undefined) return [];
      if (alike.length > 1)
        throw new FabricError({
          code: "E_CLI_TABLES_FOLDER",
          message: `The folder ${folder} holds several files of ${KIND_WORDS[kind]}, and no name says which is meant.`,
          where: { path },
          got: alike.join(", "),
          expected: `one of them, or ${TABLE_FILES[kind].join(" or ")}`,
        });
      if (entries.length > 1)
        told(only, `read as ${KIND_WORDS[kind]}, by its first lines`);
      return [{ name: TABLE_FILES[kind][0], file: join(folder, only) }];
    },
    notes: () => [
      ...notes,
      ...(others.get("unsure") ?? []).map((file) => ({
        file,
        message: `not read: rows of three numbers may be LIDs or SLs of paths, which ${TABLE_FILES.guid2lid[0]} or ${TABLE_FILES.pathSl[0]} as its name would say`,
        line: 0,
        count: 1,
      })),
    ],
    unsure:
      doubtful === undefined
        ? undefined
        : `${doubtful}, of rows of three numbers`,
  };
}

/** Kind -> files that are of it by their first lines. */
function byContent(
  folder: string,
  names: readonly string[],
): Map<TableKind | "unsure", string[]> {
  const found = new Map<TableKind | "unsure", string[]>();
  for (const name of names) {
    const kind = tableKindOf(headOf(join(folder, name)));
    if (kind !== undefined) found.set(kind, [...(found.get(kind) ?? []), name]);
  }
  return found;
}

/** The start of a regular file; nothing of what cannot be read, which is none of ours. */
function headOf(file: string): string {
  try {
    if (!statSync(file).isFile()) return "";
    for (const bytes of fileChunks(file))
      return new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES));
  } catch {
    // A stranger in the folder; if it is asked for by its name, reading it says what is wrong.
  }
  return "";
}

/** @throws FabricError `E_CLI_TABLES_FOLDER` */
function listing(
  place: string,
  path: string,
): { folder: string; entries: string[] } {
  try {
    return statSync(place).isDirectory()
      ? { folder: place, entries: readdirSync(place).sort() }
      : { folder: dirname(place), entries: [basename(place)] };
  } catch (error) {
    throw new FabricError({
      code: "E_CLI_TABLES_FOLDER",
      message: `The folder of tables ${place} cannot be read.`,
      where: { path },
      got: reason(error),
      expected: `a folder that holds ${TABLE_FILES.lfts[0]}, or such a file`,
      cause: error,
    });
  }
}
