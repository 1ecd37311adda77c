import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  defineConfig,
  type ViteUserConfig,
  type ViteUserConfigExport,
} from "vitest/config";

/** Tests import workspace packages from their sources: no build is needed. */
const conditions = ["fabriclab-source"];

// Why: each process would else strip and compile the sources again. Where commands keep theirs, too.
process.env["NODE_COMPILE_CACHE"] ??= join(tmpdir(), "node-compile-cache");

/** Whether tests run again as sources change. */
export const isWatching = process.argv.some((flag) =>
  /^(-w|--watch)$/.test(flag),
);

/**
 * Settings of tests whose sources Node.js loads as they stand, and not vitest.
 *
 * Why: what vitest makes of a source asks for each imported constant anew, and loops take half as long again. Not for tests that start threads: V8 13.6 may end
 * a process that has stripped types while threads begin and end ("Check failed"; once in three runs of one such file). Nor while watching: only of what vitest
 * loads itself does it know which tests to run after a change.
 */
export const loadedByNode: ViteUserConfig["test"] = isWatching
  ? {}
  : {
      execArgv: conditions.map((condition) => `--conditions=${condition}`),
      server: {
        deps: { external: [/\/(packages\/[^/]+|apps)\/[^/]+\/src\//] },
      },
    };

/** Tests of the package in the current folder, or of the folders and files given. */
export const project = (
  folders: readonly string[] = ["."],
  test: ViteUserConfig["test"] = {},
  files: readonly string[] = [],
): ViteUserConfigExport =>
  defineConfig({
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: {
      include: [
        ...folders.map((folder) => `${folder}/test/**/*.test.ts`),
        ...files,
      ],
      environment: "node",
      passWithNoTests: true,
      maxWorkers: 2,
      // machines differ in speed: a test fails by what it finds, not by the clock
      testTimeout: 60_000,
      hookTimeout: 60_000,
      ...test,
    },
  });
