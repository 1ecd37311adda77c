import module from "node:module";
import { dirname } from "node:path";

/** Of Node 22.8 and later. */
interface WithCache {
  /** The folder of this version of Node, below the one that was named. */
  getCompileCacheDir?(): string | undefined;
}

/**
 * The environment of a thread: this process's, and where this process keeps compiled code, so do its threads.
 *
 * Why: each thread compiles all that it loads, and Node tells it of no cache that was enabled by a call.
 */
export function threadEnvironment(): Record<string, string> {
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  );
  const kept = (module as WithCache).getCompileCacheDir?.();
  return kept === undefined
    ? environment
    : { NODE_COMPILE_CACHE: dirname(kept), ...environment };
}
