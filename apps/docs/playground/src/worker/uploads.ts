import {
  readTables,
  TABLE_FILES,
  tableKindOf,
  writeTables,
  type TableKind,
} from "@fabriclab/formats-opensm";
import type { SharedLid } from "@fabriclab/reading";
import {
  defineFinishedTables,
  defineTopology,
  FabricError,
  nameParam,
  type Fabric,
  type ForwardingTables,
} from "@fabriclab/spec";
import { z } from "zod";
// Why by their paths: as catalogue.ts.
import { formatOfContent } from "../../../../cli/src/fabric-formats.ts";
import {
  readFabricAs,
  type ReadFabric,
} from "../../../../cli/src/fabric-reading.ts";
import type { Opened, OpenedFile } from "../shared/protocol.ts";
import { megabytes, textOf } from "./unpack.ts";

/** Characters that say what a file is. */
const HEAD = 2 ** 16;

/** The fabrics that were opened, by the file's name. They stay in this worker. */
const fabrics = new Map<string, ReadFabric>();
/** Folders of tables: name -> files under the names that `readTables` knows. */
const folders = new Map<string, Map<string, string>>();

/**
 * Reads files: a fabric in any format of the command line, told by its first lines, and the tables that belong to it, told by their names, or else by their first
 * lines. Each may be packed with gzip.
 *
 * @param folder the tables' folder; a fabric's file empties it
 * @param progress hears which file is being read
 * @throws FabricError `E_PLAYGROUND_FILE_SIZE`, `E_PLAYGROUND_UNPACK`, `E_PLAYGROUND_TWO_FABRICS`, `E_CLI_UNREADABLE_FORMAT`, those of the readers
 */
export function openFiles(
  files: readonly OpenedFile[],
  folder: string,
  progress: (text: string) => void = () => undefined,
): Opened {
  const tables = new Map<string, string>();
  let fabric: { readonly name: string; readonly read: ReadFabric } | undefined;
  for (const { name, bytes } of files) {
    const text = textOf(name, bytes, progress);
    progress(`Reading ${name}: ${megabytes(text.length)} of text.`);
    const kind = kindOf(name, text.slice(0, HEAD));
    if (kind !== undefined) {
      tables.set(TABLE_FILES[kind][0], text);
      continue;
    }
    if (fabric !== undefined)
      throw new FabricError({
        code: "E_PLAYGROUND_TWO_FABRICS",
        message: "Two fabrics cannot be shown at a time.",
        got: `${fabric.name} and ${name}`,
        expected: "one fabric, and tables",
        hint: `tables are told by their names, such as ${Object.values(
          TABLE_FILES,
        )
          .map(([first]) => first)
          .join(", ")}`,
      });
    fabric = {
      name,
      read: readFabricAs(formatOfContent(text.slice(0, HEAD), name, ""), {
        file: name,
        text,
        whole: () => text,
        systems: () => ({ systems: [], notes: [] }),
      }),
    };
  }
  if (fabric !== undefined) {
    fabrics.set(fabric.name, fabric.read);
    folders.delete(folder);
  }
  if (tables.size > 0)
    folders.set(folder, new Map([...(folders.get(folder) ?? []), ...tables]));
  return {
    ...(fabric === undefined ? {} : { fabric: fabric.name }),
    tables: tables.size > 0,
  };
}

/** The kind of table that a file holds; undefined where it is taken for a fabric. */
function kindOf(name: string, head: string): TableKind | undefined {
  const plain = name.replace(/\.gz$/i, "");
  for (const [kind, names] of Object.entries(TABLE_FILES))
    if ((names as readonly string[]).includes(plain)) return kind as TableKind;
  const kind = tableKindOf(head);
  if (kind !== "unsure") return kind;
  // Rows of three numbers: LIDs or SLs of paths.
  throw new FabricError({
    code: "E_PLAYGROUND_UNSURE_TABLE",
    message: `${name} may hold LIDs or SLs of paths.`,
    where: { file: name },
    got: "rows of three numbers",
    expected: `a name that says which: ${[...TABLE_FILES.guid2lid, ...TABLE_FILES.pathSl].join(", ")}`,
  });
}

/** Puts tables that were computed beside those that were opened, in OpenSM's formats. */
export function keepTables(
  folder: string,
  fabric: Fabric,
  tables: ForwardingTables,
): void {
  folders.set(folder, new Map(Object.entries(writeTables(fabric, tables))));
}

/** The files of a folder of tables: name -> text. @throws FabricError E_PLAYGROUND_FILE_ABSENT */
export function filesOf(folder: string): ReadonlyMap<string, string> {
  const files = folders.get(folder);
  if (files !== undefined) return files;
  throw absent("tables.path", `The tables' folder ${folder}`, folder, [
    ...folders.keys(),
  ]);
}

function opened(path: string): ReadFabric {
  const found = fabrics.get(path);
  if (found !== undefined) return found;
  throw absent("topology.path", `The fabric's file ${path}`, path, [
    ...fabrics.keys(),
  ]);
}

const absent = (
  path: string,
  what: string,
  got: string,
  known: readonly string[],
): FabricError =>
  new FabricError({
    code: "E_PLAYGROUND_FILE_ABSENT",
    message: `${what} is not here.`,
    where: { path },
    got,
    expected: known.length === 0 ? "a file that you open" : known.join(", "),
    hint: "open the file: it stays in your browser and is not part of a shared address",
  });

/** What the reader of a file passed over. */
export const notesOf = (path: string): readonly string[] =>
  fabrics.get(path)?.notes ?? [];

/** LIDs that a file gives to two ports. */
export const sharedLidsOf = (path: string): readonly SharedLid[] =>
  fabrics.get(path)?.sharedLids ?? [];

/** The topology that stands in a file that was opened; on the command line `kind: file` reads the same file from the disk. */
export const openedTopology = defineTopology({
  name: "file",
  summary: "A fabric from a file, in any format that the command line reads.",
  cites: [],
  params: z.object({
    path: nameParam().describe("The file's name."),
  }),
  claims: {
    switches: ({ path }) => opened(path).fabric.switchCount,
    hosts: ({ path }) => opened(path).fabric.hostCount,
    links: ({ path }) => opened(path).fabric.linkCount,
  },
  build: ({ path }) => opened(path).fabric,
});

/** The tables that were opened; on the command line `kind: dump` reads the same files from a folder. */
export const openedTables = defineFinishedTables({
  name: "dump",
  summary: "Tables from files: OpenSM's dumps, or what `route` wrote.",
  cites: [],
  params: z.object({
    path: nameParam().describe("The folder's name."),
  }),
  claims: {},
  read(fabric, { path }) {
    const lids = [...fabrics.values()].find(
      (one) => one.fabric === fabric,
    )?.lids;
    const tables = readTables(Object.fromEntries(filesOf(path)), fabric, lids);
    return {
      ...tables,
      report: () => ({ tables: [], notes: tables.notes.map(noteText) }),
    };
  },
});

const noteText = ({
  file,
  line,
  message,
  count,
}: {
  readonly file: string;
  readonly line: number;
  readonly message: string;
  readonly count: number;
}): string =>
  `${file}${line > 0 ? `:${line}` : ""}: ${message}${count > 1 ? ` (${count} times)` : ""}`;
