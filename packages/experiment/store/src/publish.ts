import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { FabricError } from "@fabriclab/spec";
import { makeFolder } from "./make-folder.ts";

/** What publishing needs of a file system; tests give one that is full. */
export interface PublishingFiles {
  /** Makes a new file with these bytes, and returns when they are on the disk. */
  write(file: string, bytes: Uint8Array): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(file: string): Promise<void>;
}

const nodeFiles: PublishingFiles = {
  async write(file, bytes) {
    const handle = await open(file, "wx");
    try {
      await handle.writeFile(bytes);
      // Why: renamed before its bytes are on the disk, a file may be empty after a loss of power.
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  rename,
  remove: (file) => rm(file, { force: true }),
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

/**
 * Puts a file into its place, whole or not at all: written beside it under a name of its own, then renamed.
 *
 * @throws FabricError `E_STORE_UNWRITABLE`; nothing is left behind then
 */
export async function publish(
  file: string,
  bytes: Uint8Array,
  files: PublishingFiles = nodeFiles,
): Promise<void> {
  const temporary = `${file}.${ownName()}.tmp`;
  try {
    await makeFolder(dirname(file));
    await files.write(temporary, bytes);
    await files.rename(temporary, file);
  } catch (error) {
    await files.remove(temporary).catch(() => undefined);
    throw unwritable(file, error);
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
