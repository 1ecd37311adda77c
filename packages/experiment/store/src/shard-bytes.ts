import { readFile } from "node:fs/promises";
import { FabricError } from "@fabriclab/spec";

/**
 * The bytes of a file of results; undefined for one that is not there, as where another command has just put its runs into other files.
 *
 * @throws FabricError `E_STORE_UNREADABLE` for a file that this user may not read, or what is no file
 */
export async function shardBytes(
  file: string,
): Promise<Uint8Array | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    throw new FabricError({
      code: "E_STORE_UNREADABLE",
      message: "a file of results cannot be read",
      where: { file },
      got: code === "EISDIR" ? "a folder" : (code ?? String(error)),
      expected: "a file that this user may read",
      hint: "let this user read it, or take it out of the folder: `fabriclab sweep` does again what is missing",
      cause: error,
    });
  }
}
