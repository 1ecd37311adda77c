import { renamed } from "@fabriclab/fabric";
import { readFabricJson } from "@fabriclab/formats-fabric-json";
import { readDbCsv } from "@fabriclab/formats-ibdiagnet";
import { readSubnetLst, readTopo } from "@fabriclab/formats-ibdm";
import { readIblinkinfo } from "@fabriclab/formats-iblinkinfo";
import { readIbnetdiscover } from "@fabriclab/formats-ibnetdiscover";
import { readNdt } from "@fabriclab/formats-ndt";
import { DumpNotes, readNodeNameMap } from "@fabriclab/formats-opensm";
import { readSlurm } from "@fabriclab/formats-slurm";
import { FabricError, type Fabric, type LidTable } from "@fabriclab/spec";
import { formatOfContent, type ReadableFormat } from "./fabric-formats.ts";
import { fileChunks } from "./file-chunks.ts";
import { readText, reason } from "./files.ts";
import { systemsBeside } from "./ibnl-files.ts";

export interface FabricOfFile {
  readonly fabric: Fabric;
  /** Where the file has them. */
  readonly lids: LidTable | undefined;
  /** Oddities that were passed over, one a line. */
  readonly notes: readonly string[];
  readonly format?: ReadableFormat;
  /** The fabric with the names that the file itself has, where a node-name map gave others. */
  readonly described?: Fabric;
}

/**
 * Reads a fabric in any format that is read, told by its first lines; where they say nothing, by its name. A file whose name ends in `.gz` is unpacked, `-` is
 * standard input. All but JSON are read piece by piece.
 *
 * @param nodeNames a node-name map, for nodes that call themselves alike
 * @throws FabricError `E_CLI_UNREADABLE_FILE`, `E_CLI_UNREADABLE_FORMAT`, and what the reader of the format refuses
 */
export function readFabricFile(
  file: string,
  flag = "--fabric",
  nodeNames?: string,
): FabricOfFile {
  const { head, pieces, close } = opened(file, flag);
  let read: FabricOfFile;
  try {
    const format = formatOfContent(head, file, flag);
    read = { ...readFormat(format, pieces, file, flag), format };
  } finally {
    close();
  }
  return nodeNames === undefined ? read : named(read, nodeNames);
}

function readFormat(
  format: ReadableFormat,
  text: string | Iterable<Uint8Array>,
  file: string,
  flag: string,
): FabricOfFile {
  switch (format) {
    case "json":
      return {
        fabric: readFabricJson(
          typeof text === "string" ? text : readText(file, flag),
          { file },
        ),
        lids: undefined,
        notes: [],
      };
    case "ibnetdiscover":
      return noted(readIbnetdiscover(text, { file }), file);
    case "subnet-lst":
      return noted(readSubnetLst(text, { file }), file);
    case "db-csv":
      return noted(readDbCsv(text, { file }), file);
    case "iblinkinfo":
      return noted(readIblinkinfo(text, { file }), file);
    case "ndt":
      return noted(readNdt(text, { file }), file);
    case "slurm":
      return noted(readSlurm(text, { file }), file);
    case "ibadm": {
      const { systems, notes } = systemsBeside(file);
      const read = noted(readTopo(text, { file, systems }), file);
      return { ...read, notes: [...notes, ...read.notes] };
    }
  }
}

/** What a reader gives, with its notes as lines. */
const noted = (
  {
    fabric,
    lids,
    notes,
  }: {
    readonly fabric: Fabric;
    readonly lids: LidTable | undefined;
    readonly notes: readonly {
      readonly message: string;
      readonly line: number;
      readonly count: number;
    }[];
  },
  file: string,
): FabricOfFile => ({
  fabric,
  lids,
  notes: notes.map(
    ({ message, line, count }) =>
      `${file}${line > 0 ? `:${line}` : ""}: ${message}${count > 1 ? ` (${count} times)` : ""}`,
  ),
});

/** The start of a file, and all of it. */
function opened(
  file: string,
  flag: string,
): {
  head: string;
  pieces: string | Iterable<Uint8Array>;
  /** Leaves the file, read to its end or not. */
  close: () => void;
} {
  if (file === "-") {
    const text = readText(file, flag);
    return { head: text, pieces: text, close: () => undefined };
  }
  const pieces = piecesOf(file, flag);
  const close = (): void => {
    pieces.return(undefined);
  };
  const first = pieces.next();
  if (first.done === true) return { head: "", pieces: "", close };
  return {
    close,
    head: new TextDecoder().decode(first.value),
    pieces: (function* () {
      yield first.value;
      yield* pieces;
    })(),
  };
}

/** @throws FabricError `E_CLI_UNREADABLE_FILE` */
function* piecesOf(
  file: string,
  flag: string,
): Generator<Uint8Array, undefined> {
  try {
    yield* fileChunks(file);
  } catch (error) {
    if (FabricError.is(error)) throw error;
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

/** Gives nodes the names of a map. */
function named(read: FabricOfFile, file: string): FabricOfFile {
  const notes = new DumpNotes();
  const names = readNodeNameMap(readText(file, "--node-name-map"), file, notes);
  const { fabric, unused } = renamed(read.fabric, names);
  return {
    ...read,
    fabric,
    described: read.fabric,
    notes: [
      ...read.notes,
      ...notes
        .all()
        .map(
          ({ line, message, count }) =>
            `${file}${line > 0 ? `:${line}` : ""}: ${message}${count > 1 ? ` (${count} times)` : ""}`,
        ),
      ...(unused === 0
        ? []
        : [
            `${file}: names of nodes that the fabric does not have (${unused})`,
          ]),
    ],
  };
}
