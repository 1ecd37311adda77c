import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  defineConfig,
  type Plugin,
  type ViteUserConfig,
  type ViteUserConfigExport,
} from "vitest/config";

/** Tests import workspace packages from their sources: no build is needed. */
const conditions = ["fabriclab-source"];

/** Whether tests run again as sources change. */
export const isWatching = process.argv.some((flag) =>
  /^(-w|--watch)$/.test(flag),
);

const byNode = (sources: RegExp): ViteUserConfig["test"] =>
  isWatching
    ? {}
    : {
        execArgv: conditions.map((condition) => `--conditions=${condition}`),
        server: { deps: { external: [sources] } },
      };

/**
 * Settings of tests whose sources Node.js loads as they stand, and not vitest; none while watching, as only of what vitest loads itself does it know which
 * tests to run after a change.
 *
 * Why: what vitest makes of a source asks for each imported constant anew, and long loops take half as long again.
 */
export const loadedByNode = byNode(/\/(packages\/[^/]+|apps)\/[^/]+\/src\//);

/** The same for tests of apps, with their own sources, and what starts threads for them, left to vitest: `startsBundled` changes those. */
export const packagesByNode = byNode(
  /\/packages\/[^/]+\/(?!executor-local\/)[^/]+\/src\//,
);

/** Tests of the package in the current folder, or of the folders and files given. */
export const project = (
  folders: readonly string[] = ["."],
  test: ViteUserConfig["test"] = {},
  files: readonly string[] = [],
  plugins: readonly Plugin[] = [],
): ViteUserConfigExport =>
  defineConfig({
    plugins: [...plugins],
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
      // Why: threads and processes that tests start would else strip and compile the sources again, each for itself, and where several threads of one process
      // strip at once V8 13.6 may end it ("jit_page.has_value()", seen twice in some thousand starts). Where commands keep theirs, too.
      env: { NODE_COMPILE_CACHE: join(tmpdir(), "node-compile-cache") },
      ...test,
    },
  });
