import { renamed } from "@fabriclab/fabric";
import { DumpNotes, readNodeNameMap } from "@fabriclab/formats-opensm";
import type { Fabric } from "@fabriclab/spec";
import { formatOfContent, type ReadableFormat } from "./fabric-formats.ts";
import { readFabricAs, type ReadFabric } from "./fabric-reading.ts";
import { piecesOf } from "./file-pieces.ts";
import { readText } from "./read-text.ts";
import { systemsBeside } from "./ibnl-files.ts";

export interface FabricOfFile extends ReadFabric {
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
    read = {
      ...readFabricAs(format, {
        file,
        text: pieces,
        whole: () =>
          typeof pieces === "string" ? pieces : readText(file, flag),
        systems: () => systemsBeside(file),
      }),
      format,
    };
  } finally {
    close();
  }
  return nodeNames === undefined ? read : named(read, nodeNames);
}

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
