import { expect, it } from "vitest";
import { markdownUnder, textOf } from "../src/repository.ts";
import { studiedClaims, validationPage } from "../src/validation-page.ts";

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
    { id: "C-1", statement: "a \\| b", verdict: "reproduced" },
    { id: "C-2", statement: "c", verdict: "not reproduced" },
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

it("says what the tests hold beside OpenSM, theory and the papers", () => {
  const page = validationPage();
  for (const name of ["routing/ftree", "analysis/queueing", "routing/cyclic"])
    expect(page).toContain(`- [${name}](/packages/${name}): `);
});
