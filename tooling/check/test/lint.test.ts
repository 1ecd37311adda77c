import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { linters } from "../src/lint.ts";
import { root } from "../src/workspace.ts";

/** A workspace with the rules of this one and nothing but what is planted. */
const folder = mkdtempSync(join(tmpdir(), "fabriclab-lint-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
copyFileSync(join(root, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
writeFileSync(
  join(folder, "tsconfig.json"),
  JSON.stringify({ extends: join(root, "tsconfig.base.json") }),
);

const SOURCE = "packages/routing/planted/src";
const TEST = "packages/routing/planted/test";
const APP = "apps/cli/src";

const PLANTED: readonly (readonly [
  folder: string,
  text: string,
  rule: string | undefined,
])[] = [
  [SOURCE, "export const x = Math.random();", "no-restricted-properties"],
  [SOURCE, "export const x = Date.now();", "no-restricted-properties"],
  [SOURCE, "export const x = performance.now();", "no-restricted-properties"],
  [APP, "export const x: number = performance.now();", undefined],
  [
    SOURCE,
    'export const x: unknown = new Function("return 1");',
    "no-new-func",
  ],
  [SOURCE, 'export const x: unknown = eval("1");', "no-eval"],
  [SOURCE, "export const x: any = 1;", "no-explicit-any"],
  [SOURCE, 'export const x: number = JSON.parse("1");', "no-unsafe-assignment"],
  [TEST, 'export const x: number = JSON.parse("1");', undefined],
  [SOURCE, 'import("node:fs");\nexport const x = 1;', "no-floating-promises"],
  [TEST, 'import("node:fs");\nexport const x = 1;', "no-floating-promises"],
  // Each other, if only for their types.
  [
    APP,
    'import type { Y } from "./planted12.ts";\nexport type X = Y[] | 1;',
    "no-cycle",
  ],
  [
    APP,
    'import type { X } from "./planted11.ts";\nexport type Y = X[] | 2;',
    "no-cycle",
  ],
];

it("finds what is planted where it may not be", () => {
  for (const [number, [place, text]] of PLANTED.entries()) {
    const file = join(folder, place, `planted${number}.ts`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${text}\n`);
  }
  const [program, ...args] = linters.lint;
  const { stdout, stderr } = spawnSync(
    join(root, "node_modules/.bin", program),
    [...args, "--format=json", "packages", "apps"],
    { cwd: folder, encoding: "utf8", timeout: 50_000 },
  );
  expect(stderr).toBe("");
  const { diagnostics } = JSON.parse(stdout) as {
    readonly diagnostics: readonly {
      readonly code: string;
      readonly filename: string;
    }[];
  };
  for (const [number, [, text, rule]] of PLANTED.entries()) {
    const found = diagnostics
      .filter(({ filename }) => filename.endsWith(`planted${number}.ts`))
      .map(({ code }) => /\((.*)\)/.exec(code)?.[1]);
    if (rule === undefined) expect([text, ...found]).toEqual([text]);
    else expect(found, text).toContain(rule);
  }
}, 60_000);
