import module from "node:module";
import { dirname } from "node:path";

/** Of Node 22.8 and later, and 22.10. */
interface WithCache {
  /** The folder of this version of Node, below the one that was named. */
  getCompileCacheDir?(): string | undefined;
  /** Writes what has been compiled so far, as the end of the process would. */
  flushCompileCache?(): void;
}

/**
 * The environment of a thread: this process's, and where this process keeps compiled code, so do its threads.
 *
 * Why: each thread compiles all that it loads, and Node tells it of no cache that was enabled by a call. What this process has compiled is written first, so
 * that the threads of a first command find it.
 */
export function threadEnvironment(): Record<string, string> {
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  );
  const cache = module as WithCache;
  const kept = cache.getCompileCacheDir?.();
  if (kept === undefined) return environment;
  cache.flushCompileCache?.();
  return { NODE_COMPILE_CACHE: dirname(kept), ...environment };
}
