import { readdirSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { bundled } from "./bundled.ts";
import { project } from "./index.ts";

const root = join(import.meta.dirname, "../..");

/** Their tests count memory, threads and compiled loops: each file has a process of its own. */
const alone = ["packages/core/*", "packages/experiment/*"];

/** Tests that replace modules or clocks, or count what a process has loaded and started. */
const aloneFiles = [
  "start",
  "sweep-clock",
  "sweep-shard-task",
  "sweep-start",
].map((name) => `apps/cli/test/${name}.test.ts`);

const families = readdirSync(join(root, "packages"))
  .map((family) => `packages/${family}/*`)
  .filter((family) => !alone.includes(family));

// Why shared: to load the sources again for every file takes longer than most of these tests.
const shared = { isolate: false, exclude: aloneFiles };

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
    ],
  },
});
