import { resolve } from "node:path";
import {
  readVideoTrace,
  type VideoTraceOptions,
} from "@fabriclab/formats-video-trace";
import { traceFile } from "@fabriclab/traffic-mpeg2";
import { piecesOf } from "./file-pieces.ts";

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
    return readVideoTrace(
      piecesOf(file, "files", "a frame trace that you may read"),
      { ...given, file: path },
    );
  });
