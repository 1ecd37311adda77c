import { globSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { defineConfig } from "vitest/config";
import { bundled, startsBundled } from "./bundled.ts";
import { loadedByNode, packagesByNode, project } from "./index.ts";

const root = join(import.meta.dirname, "../..");

/** Their tests count memory and compiled loops, or run long loops: each file has a process of its own, which starts no threads. */
const core = ["packages/core/{network,sim}"];
const loops = ["booksim2", "booksim2-cost"].map(
  (name) => `apps/bench/test/${name}.test.ts`,
);

/** Their tests start threads. */
const executors = ["packages/experiment/executor-*"];
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

const packages = globSync("packages/*/*", { cwd: root }).filter(
  (folder) =>
    ![...core, ...executors].some((pattern) => matchesGlob(folder, pattern)),
);

// Why: to load the sources again for every file takes longer than most tests.
const shared = { isolate: false };

/** All tests of the workspace in one run. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      project(packages, { ...loadedByNode, ...shared, name: "packages" }),
      project(
        ["apps/*", "apps/docs/playground", "tooling/*"],
        {
          ...bundled,
          ...shared,
          ...packagesByNode,
          name: "apps",
          exclude: [...aloneOfCommand, ...loops],
        },
        [],
        [startsBundled],
      ),
      project(core, { ...loadedByNode, exclude: threads, name: "core" }, loops),
      project(
        executors,
        { ...bundled, name: "alone" },
        [...threads, ...aloneOfCommand],
        [startsBundled],
      ),
    ],
  },
});
