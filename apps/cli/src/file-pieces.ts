import { FabricError } from "@fabriclab/spec";
import { fileChunks } from "./file-chunks.ts";
import { reason } from "./files.ts";
import { nearFile } from "./near-file.ts";

/**
 * A file piece by piece, unpacked where gzip has compressed it.
 *
 * @param given the flag or the scenario's key that named it
 * @throws FabricError `E_CLI_UNREADABLE_FILE`, which tells `given` and what was expected
 */
export function* piecesOf(
  file: string,
  given: string,
  expected = "a text file that you may read, or one compressed by gzip",
): Generator<Uint8Array> {
  try {
    yield* fileChunks(file);
  } catch (error) {
    if (FabricError.is(error)) throw error;
    throw new FabricError({
      code: "E_CLI_UNREADABLE_FILE",
      message: `The file ${file} cannot be read.`,
      where: { file, path: given },
      got: reason(error),
      expected,
      ...nearFile(file, error),
      cause: error,
    });
  }
}
