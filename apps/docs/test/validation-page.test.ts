import { expect, it } from "vitest";
import { booksim2Figure, comparedPoints } from "../src/booksim2-figure.ts";
import { markdownUnder, textOf } from "../src/repository.ts";
import { studiedClaims } from "../src/validation/studied-claims.ts";
import { validationPage } from "../src/validation-page.ts";

const page = validationPage();

it("reads statement and verdict of each claim, whatever columns stand between", () => {
  expect(
    studiedClaims(`# x

| claim | statement | measured, 95 % | verdict        | other |
| ----- | --------- | -------------- | -------------- | ----- |
| C-1   | a \\| b   | 2 (1 … 3)      | reproduced     |       |
| C-2   | c         | 1              | not reproduced | d     |

after
`),
  ).toEqual([
    {
      id: "C-1",
      statement: "a \\| b",
      measured: "2 (1 … 3)",
      verdict: "reproduced",
    },
    {
      id: "C-2",
      statement: "c",
      measured: "1",
      verdict: "not reproduced",
    },
  ]);
});

it("finds the claims of every study, with no verdict but the three", () => {
  for (const file of markdownUnder("apps/docs/studies")) {
    const claims = studiedClaims(textOf(file));
    expect(claims.length, file).toBeGreaterThan(7);
    for (const { id, statement, verdict = "reproduced" } of claims) {
      expect(statement, `${file}: ${id}`).not.toBe("");
      expect(verdict, `${file}: ${id}`).toMatch(
        /^\**(reproduced|not reproduced|contradicted)/,
      );
    }
  }
});

it("lays our latencies beside BookSim2's, with a figure: seven points, of which the table of the page has as many", () => {
  const points = comparedPoints(textOf("apps/docs/validation/booksim2.md"));
  expect(points).toHaveLength(7);
  expect(points).toContainEqual({
    flits: 16,
    load: 0.05,
    ours: 68.6,
    booksim: 68.84,
  });
  expect(page).toContain("| 48.8 | 48.8");
  expect(page).toContain("(/booksim2.svg)");
  const figure = booksim2Figure(points);
  // A ring for each point, and one in each of the two rows of the legend; a line for each size of packets.
  expect(figure.match(/<circle/g)).toHaveLength(9);
  expect(figure.match(/<polyline/g)).toHaveLength(2);
  expect(figure).not.toMatch(/style=|<script/);
});

it("lays claims beside what the studies measured, and our tables beside OpenSM's", () => {
  // zhou2007 prints that cyclic multicast and OpenSM's tree coincide from one source.
  expect(page).toMatch(/\| C-001-2 \|[^\n]*\| reproduced \|/);
  expect(page).toContain("| the paper | measured, 95 % | verdict |");
  // OpenSM refuses up/down without roots on a mesh.
  expect(page).toContain("### mesh_4x4: 16 switches, 16 hosts");
  expect(page).toContain("| updn | refused by both |");
});

it("lays our numbers beside those of theory", () => {
  // Karol, Hluchyj, Morgan's Table I has 0.6184 for 8 ports.
  expect(page).toMatch(
    /\| saturation of a switch of 8 ports with FIFO inputs \| Karol[^|]*\| 0\.6184 \| 0\.618\d* \| 0\.000101 \|/,
  );
  expect(page).toContain(
    "| mean wait of M/D/1 at load 0.8, in services | closed form: load / 2 (1 - load) | 2 | 2 | 1e-12 |",
  );
});

it("says what the tests hold beside OpenSM, theory and the papers", () => {
  for (const name of ["routing/ftree", "analysis/queueing", "routing/cyclic"])
    expect(page).toContain(`- [${name}](/packages/${name}): `);
});
