import { readFileSync } from "node:fs";
import { sharedFile } from "@fabriclab/testing-golden";
import { describe, expect, it } from "vitest";
import type { CompareReport } from "../src/compare/report.ts";
import { fabriclab } from "./command.ts";

/** Real machines, and OpenSM's oracle, with root lists written by hand; skipped where absent. */
const fabrics = [
  ["fabrics/ndr-dgx-40sw.ibnetdiscover", "fabrics/ndr-dgx-40sw.roots"],
  [
    "fabrics/qdr-irregular-11sw.ibnetdiscover",
    "fabrics/qdr-irregular-11sw.roots",
  ],
  ["oracle/ft_4p3t/ibnetdiscover.txt", "oracle/ft_4p3t/ft_4p3t.roots"],
  ["oracle/ft_8p2t/ibnetdiscover.txt", "oracle/ft_8p2t/ft_8p2t.roots"],
].map(([fabric = "", roots = ""]) => ({
  name: fabric,
  fabric: sharedFile(fabric) ?? "",
  roots: sharedFile(roots) ?? "",
  compute: sharedFile(fabric.replace(".ibnetdiscover", ".compute-guids")),
}));

describe.skipIf(fabrics.some(({ fabric }) => fabric === ""))(
  "lists derived from a fabric",
  () => {
    it.each(fabrics)(
      "make ftree succeed where lists written by hand do, with no less bandwidth: $name",
      async ({ fabric, roots, compute }) => {
        const isList = compute !== undefined && compute !== fabric;
        const { out } = await fabriclab(
          ...["compare", "--json", "--quiet", "--engines", "ftree"],
          ...["--fabric", fabric, "--roots", roots],
          ...(isList ? ["--compute", compute] : []),
        );
        const report = JSON.parse(out) as CompareReport;
        const bandwidth = (hand: boolean): number =>
          Math.max(
            0,
            ...report.rows
              .filter((row) => row.lists !== null)
              .filter(({ lists }) => (lists === "given") === hand)
              .map(({ figures }) => figures?.bisection.value ?? 0),
          );
        const [likeliest] = report.lists;
        expect(bandwidth(false)).toBeGreaterThan(0);
        // Equal lists are tried once, under the name of those derived; the others then have no row.
        expect(bandwidth(false)).toBeGreaterThanOrEqual(bandwidth(true));
        // What those who ran the machines, or made the oracle, wrote down.
        const listed = readFileSync(roots, "utf8").match(/0x[0-9a-f]+/gi) ?? [];
        expect(likeliest?.roots.map(BigInt).toSorted()).toEqual(
          listed.map(BigInt).toSorted(),
        );
      },
      60_000,
    );
  },
);
