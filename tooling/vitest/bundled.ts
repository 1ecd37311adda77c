import { existsSync, globSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { TestProject } from "vitest/node";
import type { ViteUserConfig } from "vitest/config";
import { bundle } from "./bundle.ts";
import { isWatching } from "./index.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The flag of Node.js that takes it from the sources to their bundle. */
    readonly redirect: string;
  }
}

const root = join(import.meta.dirname, "../..");
/** Of this run of the tests alone: another one may be at work with other sources. */
const folder = join(root, `node_modules/.cache/tests-${process.pid}`);

/** Run by vitest before the tests of each project that asks for it, the first of which makes the bundle; what it returns, after all tests. */
export default async function setup({
  provide,
}: TestProject): Promise<() => void> {
  provide(
    "redirect",
    `--import=${pathToFileURL(join(folder, "redirect.mjs")).href}`,
  );
  if (existsSync(folder)) return () => undefined;
  await bundle(root, await groups(), folder);
  return () => rmSync(folder, { recursive: true });
}

/** What is started from sources: packages, what the command and its threads begin with, and what tests have threads do. */
async function groups(): Promise<string[][]> {
  const { default: cli } = await import("../../apps/cli/tsup.config.ts");
  const { entry } = cli as { readonly entry: Readonly<Record<string, string>> };
  const found = globSync(
    [
      "packages/*/*/src/index.ts",
      "packages/*/*/test/{tasks,threaded}/*.ts",
      "packages/*/*/test/*-worker.ts",
    ],
    { cwd: root },
  ).sort();
  return [
    [
      ...found,
      "packages/experiment/executor-local/src/worker.ts",
      "packages/experiment/executor-local/src/part-worker.ts",
      ...Object.values(entry).map((file) => `apps/cli/${file}`),
    ],
    // a file of its own, as in the build: each network loads one more copy of it
    ["packages/core/network/src/loop.ts"],
  ];
}

/**
 * Settings of tests that start threads and processes: those load a bundle of the sources, made once.
 *
 * Why: a start from the sources loads 1,200 modules, which takes longer than what most threads are started for, and tests start some hundreds. And where
 * several threads of one process strip types at once, V8 13.6 may end it ("jit_page.has_value()").
 */
export const bundled: ViteUserConfig["test"] = isWatching
  ? {}
  : {
      globalSetup: [import.meta.filename],
      setupFiles: [join(import.meta.dirname, "redirect-started.ts")],
    };
