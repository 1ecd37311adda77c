import { closeSync, openSync, readSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import {
  MOST_UNPACKED,
  mostUnpackedBytes,
  refuseUtf16,
} from "@fabriclab/reading";
import { FabricError } from "@fabriclab/spec";
import { deviceLimit } from "./device-limit.ts";
import { reason } from "./files.ts";
import { nearFile } from "./near-file.ts";

/** Most bytes of a text: what a string can hold, and far from what fills the memory. */
const MAX_TEXT = 512 * 1024 * 1024;

/** Most bytes of a scenario: thousands of times the longest. What is in them is counted by the reader of YAML. */
export const MAX_SCENARIO = 64 * 1024 * 1024;

/** Bytes by which two-byte characters are known. */
const HEAD = 64;

/** How much of a file is asked for at once. */
const CHUNK = 1024 * 1024;

/**
 * Reads a text file; `-` is stdin, and a file whose name ends in `.gz` is unpacked.
 *
 * @param limit most bytes, unpacked
 * @throws FabricError `E_CLI_UNREADABLE_FILE`, `E_CLI_FILE_TOO_LARGE`, `E_READING_ENCODING` for UTF-16
 */
export function readText(
  file: string,
  flag?: string,
  limit = MAX_TEXT,
): string {
  let most = limit;
  try {
    if (file.endsWith(".gz")) {
      const packed = readBytes(file, limit);
      if (packed !== undefined) {
        most = Math.min(limit, mostUnpackedBytes(packed.length));
        return textOf(gunzipSync(packed, { maxOutputLength: most }), file);
      }
    } else {
      const bytes = readBytes(file === "-" ? 0 : file, limit);
      if (bytes !== undefined) return textOf(bytes, file);
    }
  } catch (error) {
    if (FabricError.is(error)) throw error;
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE")
      throw tooLarge(file, flag, most, error);
    throw new FabricError({
      code: "E_CLI_UNREADABLE_FILE",
      message:
        file === "-"
          ? "Standard input cannot be read."
          : `The file ${file} cannot be read.`,
      where: { file, ...(flag === undefined ? {} : { path: flag }) },
      got: reason(error),
      expected: "a text file that you may read",
      ...nearFile(file, error),
      cause: error,
    });
  }
  throw tooLarge(file, flag, most);
}

function textOf(bytes: Buffer, file: string): string {
  refuseUtf16(bytes.toString("utf8", 0, HEAD), file);
  return bytes.toString();
}

/** Everything, unless it is more than `limit`. Why not `readFileSync`: it reads on where there is no end, as in /dev/zero. */
function readBytes(file: string | 0, limit: number): Buffer | undefined {
  const handle = file === 0 ? 0 : openSync(file, "r");
  try {
    const bounded = deviceLimit(handle);
    const chunks: Buffer[] = [];
    let length = 0;
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK);
      const read = readSomething(handle, chunk);
      if (read === 0) return Buffer.concat(chunks, length);
      length += read;
      bounded(length);
      if (length > limit) return undefined;
      chunks.push(chunk.subarray(0, read));
    }
  } finally {
    if (handle !== 0) closeSync(handle);
  }
}

/** As `readSync`, which on a standard input that does not block may have nothing yet, or an end told as an error. */
function readSomething(handle: number, chunk: Buffer): number {
  for (;;) {
    try {
      return readSync(handle, chunk);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EOF") return 0;
      if (code !== "EAGAIN") throw error;
    }
  }
}

function tooLarge(
  file: string,
  flag: string | undefined,
  limit: number,
  cause?: unknown,
): FabricError {
  const most = `${Math.round(limit / 2 ** 20)} MiB`;
  const packed = file.endsWith(".gz");
  return new FabricError({
    code: "E_CLI_FILE_TOO_LARGE",
    message: `${file === "-" ? "Standard input" : `The file ${file}`} is too large${packed ? " once it is unpacked" : ""}.`,
    where: { file, ...(flag === undefined ? {} : { path: flag }) },
    got: `more than ${most} of text`,
    expected: packed
      ? `${MOST_UNPACKED}, and no more than is read of any text`
      : `at most ${most}`,
    ...(packed
      ? {
          hint: "a small packed file that unpacks to so much is damaged, or made to do harm",
        }
      : {}),
    cause,
  });
}
