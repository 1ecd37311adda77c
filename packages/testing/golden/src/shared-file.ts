import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Path of a file of independent truth (dumps of other programs, vectors, real fabrics), which lies outside the repository; undefined where it is
 * absent, so that a test can skip and say so.
 *
 * The folder is `FABRICLAB_SHARED`, or else the nearest folder named `shared` beside the repository or beside one of its parents.
 *
 * @param rel path inside the folder, such as `vectors.json`
 */
export function sharedFile(rel: string): string | undefined {
  const named = process.env["FABRICLAB_SHARED"];
  const folder =
    named ?? nearestShared(dirname(fileURLToPath(import.meta.url)));
  const path = folder === undefined ? undefined : join(folder, rel);
  return path !== undefined && existsSync(path) ? path : undefined;
}

function nearestShared(start: string): string | undefined {
  for (
    let folder = start;
    dirname(folder) !== folder;
    folder = dirname(folder)
  ) {
    // Why: the repository has no folder of this name in its root; siblings of its root are where work areas keep it.
    const candidate = join(dirname(folder), "shared");
    if (existsSync(candidate)) return candidate;
  }
  return undefined;
}
