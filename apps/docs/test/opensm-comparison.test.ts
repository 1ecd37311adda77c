import { sharedFile } from "@fabriclab/testing-golden";
import { expect, it } from "vitest";
import { textOf } from "../src/repository.ts";
import {
  besideOpensm,
  compareTrees,
} from "../src/validation/opensm-comparison.ts";
import {
  opensmRows,
  opensmTable,
  opensmText,
} from "../src/validation/opensm-table.ts";

const text = textOf("apps/docs/validation/opensm.jsonl");
const rows = opensmRows(text);

it.skipIf(sharedFile("oracle") === undefined)(
  "the numbers beside OpenSM are those of its dumps (skipped where absent)",
  () => {
    expect(opensmText(besideOpensm())).toBe(text);
  },
  120_000,
);

it("no entry of tables and trees differs, but for nue's, whose busiest channel is no busier", () => {
  expect(rows.length).toBeGreaterThan(100);
  for (const { fabric, variant, different, busiest, trees, refused } of rows) {
    const name = `${fabric}/${variant}`;
    if (refused === true) continue;
    if (variant.startsWith("nue")) {
      const [ours = NaN, theirs = NaN] = busiest ?? [];
      expect(ours, name).toBeLessThanOrEqual(theirs);
    } else expect([different, trees?.different ?? 0], name).toEqual([0, 0]);
  }
});

it("entries are switches times LIDs: 20 of a 4-port 3-tree times 36, or times 55 where 16 hosts have two each from 22 on", () => {
  const entries = (variant: string): number | undefined =>
    rows.find((row) => row.fabric === "ft_4p3t" && row.variant === variant)
      ?.entries;
  expect(entries("minhop")).toBe(20 * 36);
  expect(entries("minhop_lmc1")).toBe(20 * 55);
});

it("entries of trees that only one of the two has differ", () => {
  expect(
    compareTrees(
      new Map([[1, ["a:1,2", "b:1", "c:3"]]]),
      new Map([
        [1, ["a:1,2", "b:2"]],
        [2, ["a:1"]],
      ]),
    ),
  ).toEqual({ entries: 4, different: 3 });
});

it("the page has a line for each engine with its sums, and one for each dump", () => {
  const table = opensmTable([
    {
      ...{ fabric: "f", variant: "updn", switches: 2, hosts: 4 },
      refused: true,
    },
    {
      ...{ fabric: "f", variant: "updn_roots", switches: 2, hosts: 4 },
      ...{ entries: 1200, different: 3, levels: [1, 8], loop: [false, true] },
      trees: { groups: 9, entries: 40, different: 2 },
    },
  ]);
  expect(table).toContain("| updn | 1 | 1 | 1,200 | 3 | 9 | 40 | 2 |");
  expect(table).toContain("| updn | refused by both | | | | | | |");
  expect(table).toContain(
    "| updn_roots | 1,200 | 3 | 1 / 8 |  | none / loop | 40 | 2 |",
  );
});
