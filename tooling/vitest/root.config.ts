import { readdirSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { bundled } from "./bundled.ts";
import { loadedByNode, project } from "./index.ts";

const root = join(import.meta.dirname, "../..");

/** Their tests count memory and compiled loops: each file has a process of its own. */
const core = ["packages/core/*"];

/** Their tests start threads. */
const experiment = ["packages/experiment/*"];
const threads = ["parallel", "parallel.property", "late-births"].map(
  (name) => `packages/core/network/test/${name}.test.ts`,
);
/** Tests of the command that replace modules or clocks, or count what a process has loaded and started. */
const aloneOfCommand = [
  "start",
  "sweep-clock",
  "sweep-shard-task",
  "sweep-start",
].map((name) => `apps/cli/test/${name}.test.ts`);
/** Long loops, and no threads. */
const loops = ["booksim2", "booksim2-cost"].map(
  (name) => `apps/bench/test/${name}.test.ts`,
);

const families = readdirSync(join(root, "packages"))
  .map((family) => `packages/${family}/*`)
  .filter((family) => ![...core, ...experiment].includes(family));

// Why not isolated: to load the sources again for every file takes longer than most of these tests.
const shared = { isolate: false };

/** All tests of the workspace in one run. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      project(
        families,
        { ...shared, ...loadedByNode, name: "packages" },
        loops,
      ),
      project(core, { ...loadedByNode, exclude: threads, name: "core" }),
      project(experiment, { ...bundled, name: "alone" }, [
        ...threads,
        ...aloneOfCommand,
      ]),
      project(["apps/*", "apps/docs/playground", "tooling/*"], {
        ...shared,
        ...bundled,
        exclude: [...aloneOfCommand, ...loops],
        name: "apps",
      }),
    ],
  },
});
