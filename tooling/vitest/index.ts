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

/**
 * Node.js loads them as they stand.
 *
 * Why: what vitest makes of a source asks for each imported constant anew, and loops take half as long again. Only of what it loads itself does it know
 * which tests to run after a change.
 */
const sources = [/\/(packages\/[^/]+|apps)\/[^/]+\/src\//];
/** Whether tests run again as sources change. */
export const isWatching = process.argv.some((flag) =>
  /^(-w|--watch)$/.test(flag),
);

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
      execArgv: conditions.map((condition) => `--conditions=${condition}`),
      server: { deps: { external: isWatching ? [] : sources } },
      ...test,
    },
  });
