import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../../..");
const page = readFileSync(join(root, "apps/docs/design/engine.md"), "utf8");

/** Rows of the tables of mechanisms: mechanism, contract, package, state. */
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  )
  .filter(
    ([first = "", ...rest]) =>
      rest.length === 3 && first !== "mechanism" && !first.startsWith("--"),
  );

/** The sources of a folder in one text. */
const sourcesOf = (folder: string): string =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(join(root, folder, file), "utf8"))
    .join("\n");

describe("the table of mechanisms", () => {
  it("has the mechanisms of four papers, each with a contract, a package and a state", () => {
    expect(
      page.match(/^## (zhou2010|zhou2007|wang2008|kim2007):/gm),
    ).toHaveLength(4);
    expect(rows.length).toBeGreaterThan(60);
    for (const [mechanism, contract, where, state] of rows) {
      expect(contract, mechanism).not.toBe("");
      expect(where, mechanism).not.toBe("");
      expect(state, mechanism).toMatch(/^(runs|place)\b/);
    }
  });

  it("names packages that exist", () => {
    const named = [...page.matchAll(/`([a-z]+)\/([a-z0-9-]+)`/g)];
    expect(named.length).toBeGreaterThan(60);
    const families = new Set(readdirSync(join(root, "packages")));
    expect(
      named
        .filter(
          ([, family = "", name = ""]) =>
            families.has(family) &&
            !existsSync(join(root, "packages", family, name, "package.json")),
        )
        .map(([all]) => all),
    ).toEqual([]);
  });

  it("names fields that the contracts have", () => {
    const contracts = ["spec", "network", "sim"]
      .map((name) => sourcesOf(`packages/core/${name}/src`))
      .join("\n");
    const fields = [
      ...page.matchAll(/`([A-Z][A-Za-z]+)\.([a-z][A-Za-z0-9]*)/g),
    ];
    expect(fields.length).toBeGreaterThan(30);
    expect(
      fields
        .filter(
          ([, type = "", field = ""]) =>
            !new RegExp(`\\b(interface|type|const) ${type}\\b`).test(
              contracts,
            ) || !new RegExp(`\\b${field}\\??[:(<]`).test(contracts),
        )
        .map(([all]) => all),
    ).toEqual([]);
  });
});
