import { readdirSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { bundled } from "./bundled.ts";
import { project } from "./index.ts";

const root = join(import.meta.dirname, "../..");

/** Their tests count memory, threads and compiled loops: each file has a process of its own. */
const alone = ["packages/core/*", "packages/experiment/*"];

const ofCommand = (...names: readonly string[]): string[] =>
  names.map((name) => `apps/cli/test/${name}.test.ts`);
/** Tests that replace clocks, or count what a process has loaded and started. */
const aloneFiles = ofCommand("start", "sweep-clock", "sweep-start");
/** Tests that replace modules of the sources, which only vitest's own loading lets them do. */
const replacing = ofCommand("sweep-shard-task");

const families = readdirSync(join(root, "packages"))
  .map((family) => `packages/${family}/*`)
  .filter((family) => !alone.includes(family));

// Why shared: to load the sources again for every file takes longer than most of these tests.
const shared = { isolate: false, exclude: [...aloneFiles, ...replacing] };

/** All tests of the workspace in one run. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      project(families, { ...shared, name: "packages" }),
      project(["apps/*", "apps/docs/playground", "tooling/*"], {
        ...shared,
        ...bundled,
        name: "apps",
      }),
      project(alone, { ...bundled, name: "alone" }, aloneFiles),
      project([], { name: "replacing", server: {} }, replacing),
    ],
  },
});
