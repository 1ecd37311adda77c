import { expect, it } from "vitest";
import { reproductions } from "../../cli/src/reproduce/index.ts";
import { filesIn, markdownUnder, textOf } from "../src/repository.ts";
import {
  commandOf,
  keptStudies,
  measuredText,
  sampleOf,
} from "../src/validation/kept-claims.ts";
import { studiedClaims } from "../src/validation/studied-claims.ts";

const kept = keptStudies();

it("there are kept claims of every paper, from a command that its options give and as many runs as it has", () => {
  expect([...new Set(kept.map(({ paper }) => paper))].sort()).toEqual(
    Object.keys(reproductions).sort(),
  );
  for (const { paper, options, command, runs } of kept) {
    expect(command).toBe(commandOf(paper, options));
    expect(reproductions[paper]?.tasks(options).length, command).toBe(runs);
  }
});

it("they state what the code states", () => {
  for (const { paper, claims } of kept) {
    const code = filesIn(`apps/cli/src/reproduce/${paper}/claims`, /\.ts$/)
      .map(textOf)
      .join("\n");
    expect(
      [...code.matchAll(/\bid: "(C-[\d-]+)"/g)].map(([, id]) => id),
    ).toEqual(claims.map(({ id }) => id));
    for (const { statement, paper: says } of claims)
      for (const text of [statement, says])
        expect(code, `${paper}: take its claims again`).toContain(
          JSON.stringify(text),
        );
  }
});

it.each(
  kept.flatMap(({ paper, options, samples }) =>
    samples.map((sample) => [paper, sample.label, options, sample] as const),
  ),
)(
  "%s gives the same bytes again (%s): where not, its claims must be taken again",
  async (paper, _, options, sample) => {
    expect(await sampleOf(paper, options, sample.index)).toEqual(sample);
  },
  60_000,
);

it("the pages of the studies have the same verdicts and numbers", () => {
  const pages = markdownUnder("apps/docs/studies");
  expect(pages).toHaveLength(4);
  let numbers = 0;
  for (const file of pages) {
    const paper = file.replace(/^.*\/|\.md$/g, "");
    const study = kept.find((one) => one.paper === paper);
    for (const { id, verdict, measured } of studiedClaims(textOf(file))) {
      const claim = study?.claims.find((one) => one.id === id);
      if (verdict !== undefined) expect(verdict, id).toContain(claim?.verdict);
      const said = /: ([-\d.]+) \(([-\d.]+) … ([-\d.]+)\)$/.exec(
        measured ?? "",
      );
      if (said === null || claim === undefined || paper === "hpp2008") continue;
      numbers += 1;
      for (const [i, value] of [claim.measured, ...claim.ci95].entries())
        expect(
          Math.abs(Number(said[i + 1]) - (value ?? NaN)),
          `${id}: ${said[0]}`,
        ).toBeLessThanOrEqual(0.006 * Math.abs(value ?? 0));
    }
  }
  // All eight of both studies of Zhou.
  expect(numbers).toBeGreaterThanOrEqual(16);
});

it("numbers are short, with their unit, and no interval where it is one number", () => {
  expect(
    measuredText({ measured: 1.3372, ci95: [1.2333, 1.4499], unit: "1" }),
  ).toBe("1.34 (1.23 … 1.45)");
  expect(measuredText({ measured: 38.4, ci95: [38.4, 38.4], unit: "ns" })).toBe(
    "38.4 ns",
  );
  expect(measuredText({ measured: null, ci95: [null, null], unit: "1" })).toBe(
    "no number",
  );
});
