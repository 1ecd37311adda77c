import { FabricError } from "@fabriclab/spec";
import { fileChunks } from "./file-chunks.ts";
import { reason } from "./files.ts";

/** A file piece by piece, unpacked where gzip has compressed it. @throws FabricError `E_CLI_UNREADABLE_FILE`, which names the flag that gave it */
export function* piecesOf(file: string, flag: string): Generator<Uint8Array> {
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
