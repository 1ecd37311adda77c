import { resolve } from "node:path";
import {
  readVideoTrace,
  type VideoTraceOptions,
} from "@fabriclab/formats-video-trace";
import { FabricError } from "@fabriclab/spec";
import { traceFile } from "@fabriclab/traffic-mpeg2";
import { fileChunks } from "./file-chunks.ts";
import { reason } from "./files.ts";

/**
 * Video streams from frame traces in files.
 *
 * @param folder against which relative paths are resolved: the scenario's
 */
export const fileTraces = (folder: string) =>
  traceFile((path, how) => {
    const given = Object.fromEntries(
      Object.entries(how).filter(([, value]) => value !== undefined),
    ) as VideoTraceOptions;
    const file = resolve(folder, path);
    return readVideoTrace(piecesOf(file), { ...given, file: path });
  });

function* piecesOf(file: string): Generator<Uint8Array> {
  try {
    yield* fileChunks(file);
  } catch (error) {
    if (FabricError.is(error)) throw error;
    throw new FabricError({
      code: "E_CLI_UNREADABLE_FILE",
      message: `The file ${file} cannot be read.`,
      where: { file, path: "files" },
      got: reason(error),
      expected: "a frame trace that you may read",
      cause: error,
    });
  }
}
