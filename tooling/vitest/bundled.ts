import { globSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Plugin, ViteUserConfig } from "vitest/config";
import type { TestProject } from "vitest/node";
import { beginInBundle, bundle, placesIn, type Places } from "./bundle.ts";
import { isWatching } from "./index.ts";

const root = join(import.meta.dirname, "../..");
const cli = join(root, "apps/cli");
/** Beside the command, to find the packages that it does; of this run of the tests alone, as another one may be at work with other sources. */
const folder = join(cli, `node_modules/.cache/tests-${process.pid}`);

/** What threads begin with. */
const threads: Places = placesIn(
  root,
  ["worker", "part-worker"].map(
    (name) => `packages/experiment/executor-local/src/${name}.ts`,
  ),
  folder,
);

const main = join(cli, "src/main.ts");
const command: Places = placesIn(root, ["apps/cli/src/main.ts"], folder);

/** What the command and its threads begin with, and what tests have threads do. */
async function groups(): Promise<Places[]> {
  const { default: config } = await import("../../apps/cli/tsup.config.ts");
  const { entry } = config as {
    readonly entry: Readonly<Record<string, string>>;
  };
  const begun = [
    ...globSync("packages/*/*/test/{tasks,threaded}/*.ts", {
      cwd: root,
    }).sort(),
    ...Object.values(entry).map((file) => `apps/cli/${file}`),
  ];
  return [
    new Map([...threads, ...placesIn(root, begun, folder)]),
    // a file of its own, as in the build: each network loads one more copy of it
    placesIn(root, ["packages/core/network/src/loop.ts"], folder),
  ];
}

/** Of a module of a test. */
const ASKS_FOR_COMMAND = /\binject\("command"\)/;

let made: Promise<void> | undefined;

async function make(): Promise<void> {
  await bundle(root, await groups(), threads, folder);
}

/** Run by vitest before the tests of each project that asks for it; what it returns, after all tests. */
export default function setup({ provide }: TestProject): () => void {
  provide("command", isWatching ? undefined : command.get(main));
  return () => rmSync(folder, { recursive: true, force: true });
}

const beginHere = (code: string, id: string): string =>
  beginInBundle(code, id.split("?")[0] ?? id, threads);

const asksForBundle = (code: string, id: string): boolean =>
  ASKS_FOR_COMMAND.test(code) || beginHere(code, id) !== code;

/**
 * For tests that start threads and processes: those begin with a bundle of the sources, made once, when the first of these tests is loaded.
 *
 * Why: a start from the sources loads 1,200 modules, which takes longer than what most threads are started for, and tests start some hundreds. And where
 * several threads of one process strip types at once, V8 13.6 may end it ("jit_page.has_value()").
 */
export const startsBundled: Plugin = {
  name: "starts-bundled",
  enforce: "pre",
  configureVitest({ defineCacheKeyGenerator }) {
    // Why: vitest would keep for the next run what is made of these, and that has a bundle of its own.
    defineCacheKeyGenerator(({ id, sourceCode }) =>
      asksForBundle(sourceCode, id) ? false : undefined,
    );
  },
  transform: {
    filter: { code: [/"\.\/[\w-]+\.ts"/, ASKS_FOR_COMMAND] },
    async handler(code, id) {
      if (isWatching) return undefined;
      if (!asksForBundle(code, id)) return undefined;
      await (made ??= make());
      const begun = beginHere(code, id);
      return begun === code ? undefined : begun;
    },
  },
};

/** Settings of tests of a project with that. */
export const bundled: ViteUserConfig["test"] = {
  globalSetup: [import.meta.filename],
};
