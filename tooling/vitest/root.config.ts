import { readdirSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { project } from "./index.ts";

const root = join(import.meta.dirname, "../..");

/** Their tests count memory, threads and compiled loops, or change the process: each file has a process of its own. */
const alone = ["core", "experiment"];

const others = readdirSync(join(root, "packages")).filter(
  (family) => !alone.includes(family),
);

/** All tests of the workspace in one run. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      // Why shared: to load the sources again for every file takes longer than most of these tests.
      project(
        others.map((family) => `packages/${family}/*`),
        { name: "packages", isolate: false },
      ),
      project(
        [
          ...alone.map((family) => `packages/${family}/*`),
          "apps/*",
          "apps/docs/playground",
          "tooling/*",
        ],
        {
          name: "alone",
        },
      ),
    ],
  },
});
