import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { ESLint } from "eslint";
import tseslint from "typescript-eslint";
import { describe, expect, it } from "vitest";
import { borders, declared } from "../index.ts";
import { folderOf, mayImport } from "../families.ts";

const root = resolve(import.meta.dirname, "../../..");
const families = Object.keys(mayImport);

/** The npm name of one package of each family that has one, by family. */
const members = new Map<string, string[]>();
for (const family of families) {
  const parent = join(root, folderOf(family).replace(/\/[^/]*$/, ""));
  const names = folderOf(family).endsWith("/*")
    ? existsSync(parent)
      ? readdirSync(parent)
      : []
    : [family];
  const found = names
    .map((name) => join(parent, name, "package.json"))
    .filter((file) => existsSync(file))
    .map((file) => {
      const manifest = JSON.parse(readFileSync(file, "utf8")) as {
        name: string;
      };
      return manifest.name;
    });
  if (found.length > 0) members.set(family, found);
}

/** Only the rules under test, without types, so that files need not exist. */
const eslint = new ESLint({
  cwd: root,
  overrideConfigFile: true,
  overrideConfig: [
    { files: ["**/*.ts"], languageOptions: { parser: tseslint.parser } },
    borders(root),
    declared,
  ],
});

async function rulesBroken(file: string, text: string): Promise<string[]> {
  const [result] = await eslint.lintText(text, {
    filePath: join(root, file),
  });
  expect(result?.fatalErrorCount).toBe(0);
  return (result?.messages ?? []).map((m) => m.ruleId ?? m.message);
}

/** A file of a package that does not exist yet, or of the core package itself. */
const planted = (family: string): string =>
  `${folderOf(family).replace("*", "planted")}/src/planted.ts`;

const direction = "boundaries/dependencies";

describe("the direction of imports", () => {
  it("is the one of the architecture", () => {
    const core = [
      "units",
      "spec",
      "fabric",
      "paths",
      "kernel",
      "network",
      "sim",
      "connection",
      "reading",
    ];
    expect(mayImport).toEqual({
      units: [],
      spec: ["units"],
      fabric: ["units", "spec"],
      paths: ["units", "spec", "fabric"],
      kernel: ["units", "spec"],
      network: ["units", "spec", "fabric", "kernel"],
      sim: ["units", "spec", "fabric", "paths", "kernel", "network"],
      connection: ["units", "spec"],
      reading: ["units", "spec", "fabric"],
      topology: core,
      addressing: [...core, "topology"],
      routing: [...core, "topology"],
      tables: [...core, "topology"],
      analysis: core,
      formats: core,
      switch: core,
      hca: core,
      traffic: core,
      metrics: core,
      experiment: [...core, "formats"],
      testing: [...core, "analysis", "formats"],
    });
  });

  for (const family of families) {
    for (const [target, names] of members) {
      const name = names[0];
      if (name === undefined || family === target) continue;
      const legal = mayImport[family]?.includes(target) === true;
      it(`${legal ? "lets" : "does not let"} ${family} import ${target}`, async () => {
        const broken = await rulesBroken(
          planted(family),
          `export { x } from "${name}";\n`,
        );
        if (legal) expect(broken).not.toContain(direction);
        else expect(broken).toContain(direction);
      });
    }
  }

  for (const [family, names] of members) {
    if (!folderOf(family).endsWith("/*") || names[0] === undefined) continue;
    const name = names[0];
    it(`does not let ${family} import a sibling`, async () => {
      expect(
        await rulesBroken(planted(family), `import * as x from "${name}";\n`),
      ).toContain(direction);
    });
  }

  it("holds for types, re-exports and dynamic imports too", async () => {
    for (const text of [
      'import type { x } from "@fabriclab/routing-xy";',
      'export * from "@fabriclab/routing-xy";',
      'export const x = await import("@fabriclab/routing-xy");',
    ])
      expect(await rulesBroken(planted("metrics"), text)).toContain(direction);
  });

  it("lets an app import every family", async () => {
    for (const [name] of members.values())
      for (const app of ["cli", "bench"])
        expect(
          await rulesBroken(
            `apps/${app}/src/planted.ts`,
            `import * as x from "${name ?? ""}";\n`,
          ),
        ).not.toContain(direction);
  });

  it("does not let a package import an app", async () => {
    expect(
      await rulesBroken(
        planted("experiment"),
        'import * as x from "../../../../apps/cli/src/main.ts";\n',
      ),
    ).toContain(direction);
  });

  it("refuses a workspace name that resolves to nothing", async () => {
    expect(
      await rulesBroken(
        "apps/cli/src/planted.ts",
        'import * as x from "@fabriclab/planted-nowhere";\n',
      ),
    ).toContain(direction);
  });

  it("refuses the workspace's own tooling", async () => {
    expect(
      await rulesBroken(
        planted("routing"),
        'import * as x from "@fabriclab/tooling-vitest";\n',
      ),
    ).toContain("boundaries/no-unknown-dependencies");
  });

  it("refuses a file in a folder that is no known family", async () => {
    expect(
      await rulesBroken("packages/magic/wand/src/index.ts", "export {};\n"),
    ).toContain("boundaries/no-unknown-files");
  });
});

describe("what a package declares", () => {
  const rule = "fabriclab/declared-imports";
  const file = "packages/routing/xy/src/planted.ts";

  it("is all that its sources import", async () => {
    for (const name of [
      "@fabriclab/topology-fat-tree",
      "vitest",
      "yaml/util",
      "../../cyclic/src/index.ts",
    ])
      expect(
        await rulesBroken(file, `import * as x from "${name}";\n`),
      ).toContain(rule);
  });

  it("may be imported, as may the package's own files and Node", async () => {
    for (const name of [
      "@fabriclab/topology-mesh",
      "@fabriclab/spec",
      "./index.ts",
      "node:fs",
    ])
      expect(
        await rulesBroken(file, `import * as x from "${name}";\n`),
      ).toEqual([]);
  });
});

describe("the configuration in use", () => {
  it("has the rules tested here for sources, and not for tests", async () => {
    const used = new ESLint({
      cwd: root,
      overrideConfigFile: "tooling/eslint/eslint.config.js",
    });
    const severities = async (file: string) => {
      const config = (await used.calculateConfigForFile(join(root, file))) as {
        rules: Record<string, unknown[] | undefined>;
      };
      return [
        direction,
        "boundaries/no-unknown-files",
        "fabriclab/declared-imports",
      ].map((rule) => config.rules[rule]?.[0]);
    };
    expect(await severities("packages/routing/xy/src/index.ts")).toEqual([
      2, 2, 2,
    ]);
    expect(await severities("apps/cli/src/main.ts")).toEqual([2, 2, 2]);
    expect(
      await used.calculateConfigForFile(
        join(root, "packages/routing/xy/test/xy.test.ts"),
      ),
    ).toBeUndefined();
  });

  it("bans clocks, enums and default exports from published sources", async () => {
    const used = new ESLint({
      cwd: root,
      overrideConfigFile: "tooling/eslint/eslint.config.js",
    });
    for (const text of [
      "export const x = new Date();",
      "export enum X { a }",
      "export default 1;",
    ]) {
      const [result] = await used.lintText(`${text}\n`, {
        filePath: join(root, "packages/routing/xy/src/index.ts"),
      });
      expect(result?.messages.map((m) => m.ruleId)).toContain(
        "no-restricted-syntax",
      );
    }
  });
});
