import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it } from "vitest";
import { apps, libraries, root } from "../src/workspace.ts";

/** Ways to run code that is not in the files of the program, and markup that could hold some. */
const WAYS: readonly (readonly [way: string, pattern: RegExp])[] = [
  ["eval", /\beval\b(?!:)\s*(?:\?\.)?\s*\(|\.eval\b|\(0, *eval\)/],
  ["Function", /\bFunction\s*\(|\.constructor\s*\(/],
  ["vm", /["'](?:node:)?vm["']/],
  ["a text as a timer's task", /\bset(?:Timeout|Interval)\(\s*["'`]/],
  ["a text as a thread", /\beval:\s*true/],
  ["import of a name that is made", /\bimport\s*\((?!\s*["'])/],
  ["import from elsewhere", /\bimport\s*\(\s*["'](?:https?|data|blob):/],
  ["require", /\brequire\s*\(|\bcreateRequire\([^()]*\)\s*\(/],
  [
    "markup",
    /\b(?:inner|outer)HTML\s*=[^=]|\binsertAdjacentHTML\b|\bdocument\.write/,
  ],
];

/** Where it is done all the same: a name that is made, and who makes it. */
const ALLOWED: Readonly<Record<string, string>> = {
  "apps/cli/src/load-plugin.ts: import of a name that is made":
    "the plugin that the user named with --plugin",
  "apps/cli/src/query/duckdb.ts: import of a name that is made":
    "one constant, @duckdb/node-api: optional, so that bundlers are to leave it alone",
  "apps/docs/src/package-page.ts: import of a name that is made":
    "every package of the repository, when the site is built",
  "apps/docs/src/site.ts: import of a name that is made":
    "the playground beside it, when the site is built",
  "apps/docs/src/validation/kept-claims.ts: import of a name that is made":
    "studies of the repository, when the site is built",
  "apps/bench/src/points/boundary.ts: import of a name that is made":
    "the engine's two forms, both of the repository",
  "packages/core/network/src/fresh.ts: import of a name that is made":
    "its own neighbour loop.ts, under an address that is new each time",
  "packages/experiment/executor-local/src/worker.ts: import of a name that is made":
    "the task module that the program hands to its own thread",
  "packages/experiment/executor-local/src/part-worker.ts: import of a name that is made":
    "the experiment module that the program hands to its own thread",
};

/** A source without its comments. */
const code = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, "$1");

const waysIn = (text: string): string[] =>
  WAYS.filter(([, pattern]) => pattern.test(code(text))).map(([way]) => way);

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(?:ts|mts|js|vue)$/.test(file))
    .map((file) => join(folder, file));
}

it("knows the ways to run what is no part of the program", () => {
  for (const [text, way] of [
    ["eval(x)", "eval"],
    ["globalThis.eval", "eval"],
    ["new Function('a', b)", "Function"],
    ["f.constructor(b)", "Function"],
    ['import { Script } from "node:vm";', "vm"],
    ["setTimeout('x()', 1)", "a text as a timer's task"],
    ["new Worker(text, { eval: true })", "a text as a thread"],
    ["await import(name)", "import of a name that is made"],
    ["import(/* @vite-ignore */ url.href)", "import of a name that is made"],
    ["import(`./${name}.ts`)", "import of a name that is made"],
    ['import("https://example.org/x.js")', "import from elsewhere"],
    ["createRequire(import.meta.url)(name)", "require"],
    ["node.innerHTML = text", "markup"],
  ] as const)
    expect([text, waysIn(text)]).toEqual([text, [way]]);
  for (const text of [
    'const { a } = await import("./a.ts");',
    "// eval(x)",
    "/** new Function(x) */",
    'const formats = ["evalvid"];',
    "setTimeout(() => x(), 1)",
    "class A { constructor(x) {} }",
  ])
    expect([text, waysIn(text)]).toEqual([text, []]);
});

it("no source runs code that is not of the program, but the plugin that the user names", () => {
  const folders = [...libraries(), ...apps()].map((p) => join(p.folder, "src"));
  folders.push(join(root, "apps/docs/playground/src"));
  const found = folders
    .flatMap((folder) => sources(folder))
    .flatMap((file) =>
      waysIn(readFileSync(file, "utf8")).map(
        (way) => `${relative(root, file)}: ${way}`,
      ),
    );
  // Both ways: what is allowed and no longer done is to go from the list.
  expect(found.sort()).toEqual(Object.keys(ALLOWED).sort());
});
