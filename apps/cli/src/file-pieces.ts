import { refuseUtf16 } from "@fabriclab/reading";
import { FabricError } from "@fabriclab/spec";
import { fileChunks } from "./file-chunks.ts";
import { reason } from "./files.ts";
import { nearFile } from "./near-file.ts";

/** Bytes by which two-byte characters are known. */
const HEAD = 64;

/**
 * A file piece by piece, unpacked where gzip has compressed it.
 *
 * @param given the flag or the scenario's key that named it
 * @throws FabricError `E_CLI_UNREADABLE_FILE`, which tells `given` and what was expected; `E_READING_ENCODING` for UTF-16
 */
export function* piecesOf(
  file: string,
  given: string,
  expected = "a text file that you may read, or one compressed by gzip",
): Generator<Uint8Array> {
  try {
    let isFirst = true;
    for (const piece of fileChunks(file)) {
      if (isFirst)
        refuseUtf16(Buffer.from(piece.subarray(0, HEAD)).toString(), file);
      isFirst = false;
      yield piece;
    }
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
