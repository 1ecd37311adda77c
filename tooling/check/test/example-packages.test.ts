import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import {
  importedBy,
  importsOutside,
  installCommand,
  packagesOfExamples,
} from "../src/example-packages.ts";

const folder = mkdtempSync(join(tmpdir(), "examples-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

it("finds packages, over several lines and with a path inside, and no files nor what Node brings", () => {
  expect(
    importedBy(
      'import { a } from "@fabriclab/x";\nimport {\n  b,\n} from "zod/mini";\nimport { c } from "./c.part.ts";\nimport { d } from "node:fs";\n',
    ),
  ).toEqual(["@fabriclab/x", "zod"]);
});

it("names all that examples import where something does not come along with the package", () => {
  const manifest = { name: "@fabriclab/x", dependencies: { zod: "4" } };
  expect(packagesOfExamples(folder, manifest)).toEqual([]);
  mkdirSync(join(folder, "examples"));
  const write = (name: string, from: string) => {
    writeFileSync(
      join(folder, "examples", name),
      `import "";\nexport * from "${from}";\n`,
    );
  };
  write("a.ts", "zod");
  expect(packagesOfExamples(folder, manifest)).toEqual([]);
  write("b.part.ts", "@fabriclab/paths");
  write("b.out", "@fabriclab/printed");
  expect(packagesOfExamples(folder, manifest)).toEqual([
    "@fabriclab/paths",
    "@fabriclab/x",
    "zod",
  ]);
});

it("finds what examples import from outside of their folder", () => {
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, "examples", name), text);
  };
  write("c.ts", 'import { d } from "./d.part.ts";\n');
  expect(importsOutside(folder)).toEqual([]);
  write("d.part.ts", 'import {\n  e,\n} from "../test/e.ts";\n');
  expect(importsOutside(folder)).toEqual([
    { example: "d.part.ts", imported: "../test/e.ts" },
  ]);
});

it("writes one command", () => {
  expect(installCommand(["@fabriclab/x", "zod"])).toBe(
    "npm i @fabriclab/x zod",
  );
});
