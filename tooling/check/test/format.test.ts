import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { formatCommands } from "../src/format.ts";
import { root } from "../src/workspace.ts";

const folder = mkdtempSync(join(tmpdir(), "fabriclab-format-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
copyFileSync(join(root, ".oxfmtrc.json"), join(folder, ".oxfmtrc.json"));

const run = (how: "--check" | "--write") =>
  Object.fromEntries(
    Object.entries(formatCommands(how)).map(([name, [program, ...args]]) => [
      name,
      spawnSync(join(root, "node_modules/.bin", program), [...args, "."], {
        cwd: folder,
      }).status,
    ]),
  );

it.each([
  ["a.ts", "const  x=[ 1 ]\n", "const x = [1];\n", "code"],
  ["a.mjs", "const  x=[ 1 ]\n", "const x = [1];\n", "code"],
  ["a.md", "*  one\n*  two\n", "- one\n- two\n", "texts"],
  ["a.json", '{"a":[ 1 ]}\n', '{ "a": [1] }\n', "texts"],
] as const)("finds and formats %s", (name, text, formatted, by) => {
  const file = join(folder, name);
  writeFileSync(file, text);
  expect(run("--check")).toEqual({ code: 0, texts: 0, [by]: 1 });
  expect(run("--write")).toEqual({ code: 0, texts: 0 });
  expect(readFileSync(file, "utf8")).toBe(formatted);
  expect(run("--check")).toEqual({ code: 0, texts: 0 });
});
