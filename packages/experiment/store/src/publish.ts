import { randomUUID } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { FabricError } from "@fabriclab/spec";
import { makeFolder } from "./make-folder.ts";

/**
 * What publishing needs of a file system; tests give one that is full.
 *
 * Why synchronous: a thread that publishes has nothing else to do meanwhile, and each step through the pool of threads and back leaves its core idle for
 * longer than the step takes.
 */
export interface PublishingFiles {
  /** Makes a new file with these bytes; with `lasting` it returns when they are on the disk. */
  write(file: string, bytes: Uint8Array, lasting: boolean): void;
  rename(from: string, to: string): void;
  remove(file: string): void;
}

const nodeFiles: PublishingFiles = {
  write(file, bytes, lasting) {
    const open = openSync(file, "wx");
    try {
      writeFileSync(open, bytes);
      if (lasting) fsyncSync(open);
    } finally {
      closeSync(open);
    }
  },
  rename: renameSync,
  remove: (file) => rmSync(file, { force: true }),
};

/** Of this thread. Why not its process's number alone: in a container that is the same every time, and a kill leaves files of its name. */
const thread = randomUUID();
let temporaries = 0;

/** A name that no other process or thread, on any machine that shares the folder, uses or has used. */
export const ownName = (): string =>
  `${hostPart(hostname())}-${process.pid}-${thread}-${temporaries++}`;

/** A machine's name as part of a file's. */
export const hostPart = (host: string): string =>
  host.replaceAll(/[^A-Za-z0-9-]/g, "_");

export interface PublishOptions {
  /**
   * Waits for the disk, which takes some milliseconds; default. Renamed before its bytes are on the disk, a file may be empty after a loss of power (not after a
   * kill): without it only what has a checksum and is soon made again.
   */
  readonly lasting?: boolean;
  readonly files?: PublishingFiles;
}

/**
 * Puts a file into its place, whole or not at all: written beside it under a name of its own, then renamed.
 *
 * @throws FabricError `E_STORE_UNWRITABLE`; nothing is left behind then
 */
export async function publish(
  file: string,
  bytes: Uint8Array,
  { lasting = true, files = nodeFiles }: PublishOptions = {},
): Promise<void> {
  const temporary = `${file}.${ownName()}.tmp`;
  try {
    await inFolder(dirname(file), () => files.write(temporary, bytes, lasting));
    files.rename(temporary, file);
  } catch (error) {
    try {
      files.remove(temporary);
    } catch {
      // What could not be written may be what cannot be removed; the first refusal says why.
    }
    throw unwritable(file, error);
  }
}

/** Does what needs a folder, which is made where it is missing. */
async function inFolder(folder: string, act: () => void): Promise<void> {
  try {
    act();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    await makeFolder(folder);
    act();
  }
}

/** A refusal of the system as ours; what is no refusal of the system stays what it is. */
export function unwritable(file: string, error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  if (typeof code !== "string" || FabricError.is(error)) return error;
  return new FabricError({
    code: "E_STORE_UNWRITABLE",
    message: `cannot keep a result: ${code}`,
    where: { file },
    got: code === "ENOSPC" ? "no space left on the device" : code,
    expected: "a folder that this user may write to, with room left",
    hint: "make room, or choose another folder; what is finished is kept, and the same command goes on",
    cause: error,
  });
}
