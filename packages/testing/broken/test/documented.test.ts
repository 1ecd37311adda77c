import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import * as everything from "../src/index.ts";

interface Entry {
  readonly plugin: { readonly name: string };
  readonly fails: string;
}

const rows = readFileSync(
  join(import.meta.dirname, "../../conformance/README.md"),
  "utf8",
)
  .split("\n")
  .filter((line) => line.startsWith("|"));

it("stands in the table of the kit's README, each beside the check that it fails", () => {
  const lists = Object.entries(everything).filter(([name]) =>
    /^broken[A-Z]/.test(name),
  );
  expect(lists.length).toBeGreaterThan(12);
  const missing = lists.flatMap(([list, entries]) =>
    (entries as readonly Entry[])
      .filter(({ plugin }) => plugin.name !== "broken-document")
      .filter(({ plugin, fails }) => {
        const name = `\`${plugin.name.replace("broken-", "")}\``;
        return !rows.some((row) => row.includes(fails) && row.includes(name));
      })
      .map(({ plugin, fails }) => `${list}: ${plugin.name}, ${fails}`),
  );
  expect(missing).toEqual([]);
});
