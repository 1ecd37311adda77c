import { readFabricJson } from "@fabriclab/formats-fabric-json";
import { readIbnetdiscover } from "@fabriclab/formats-ibnetdiscover";
import {
  defineTopology,
  FabricError,
  nameParam,
  type Fabric,
} from "@fabriclab/spec";
import { z } from "zod";

/** Longest text that is read. Why a bound: a packed file of a megabyte may hold a gigabyte of zeros. */
const MOST_BYTES = 256 * 2 ** 20;

/** A fabric that the reader opened. */
interface Upload {
  readonly fabric: Fabric;
  readonly notes: readonly string[];
}

/** The files that were opened, by name. They stay in this worker. */
const uploads = new Map<string, Upload>();

/**
 * Reads a file: ibnetdiscover's output or fabriclab's JSON, packed with gzip or not.
 *
 * @throws FabricError `E_PLAYGROUND_FILE_SIZE`, `E_PLAYGROUND_UNPACK`, those of the readers
 */
export async function openFile(
  name: string,
  bytes: ArrayBuffer,
): Promise<void> {
  const head = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  const packed = head[0] === 0x1f && head[1] === 0x8b;
  const text = packed ? await unpacked(name, bytes) : plain(name, bytes);
  uploads.set(name, read(name, text));
}

function read(name: string, text: string): Upload {
  if (text.trimStart().startsWith("{"))
    return { fabric: readFabricJson(text, { file: name }), notes: [] };
  const { fabric, notes } = readIbnetdiscover(text, { file: name });
  return {
    fabric,
    notes: notes.map(
      ({ line, message, count }) =>
        `${name}:${line}: ${message}${count > 1 ? ` (${count} times)` : ""}`,
    ),
  };
}

function plain(name: string, bytes: ArrayBuffer): string {
  if (bytes.byteLength > MOST_BYTES) throw tooLong(name);
  return new TextDecoder().decode(bytes);
}

async function unpacked(name: string, bytes: ArrayBuffer): Promise<string> {
  const reader = new Blob([bytes])
    .stream()
    .pipeThrough(new DecompressionStream("gzip"))
    .getReader();
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw new FabricError({
        code: "E_PLAYGROUND_UNPACK",
        message: `${name} cannot be unpacked.`,
        where: { file: name },
        got: error instanceof Error ? error.message : String(error),
        expected: "a text file, packed with gzip or not",
      });
    });
    if (done) break;
    length += value.byteLength;
    if (length > MOST_BYTES) {
      await reader.cancel();
      throw tooLong(name);
    }
    parts.push(decoder.decode(value, { stream: true }));
  }
  return parts.join("") + decoder.decode();
}

const tooLong = (name: string): FabricError =>
  new FabricError({
    code: "E_PLAYGROUND_FILE_SIZE",
    message: `${name} is too long for a browser page.`,
    where: { file: name },
    got: `more than ${MOST_BYTES / 2 ** 20} MiB of text`,
    expected: "a fabric's file",
    hint: "Use the command line: fabriclab audit --fabric FILE.",
  });

function opened(path: string): Upload {
  const found = uploads.get(path);
  if (found !== undefined) return found;
  throw new FabricError({
    code: "E_PLAYGROUND_FILE_ABSENT",
    message: `The fabric's file ${path} is not here.`,
    where: { path: "topology.path" },
    got: path,
    expected:
      uploads.size === 0
        ? "a file that you open"
        : [...uploads.keys()].join(", "),
    hint: "Open the file: it stays in your browser and is not part of a shared address.",
  });
}

/** What the reader of a file passed over. */
export const notesOf = (path: string): readonly string[] =>
  uploads.get(path)?.notes ?? [];

/** The topology that stands in a file that was opened; on the command line `kind: file` reads the same file from the disk. */
export const openedTopology = defineTopology({
  name: "file",
  summary: "A fabric from a file: ibnetdiscover's output or fabriclab's JSON.",
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
