import { describe, expect, it } from "vitest";
import { build, lidOf } from "./paper-tree.ts";

/** The hosts of IBFT(4,3): a digit of 0 to 3, then two of 0 or 1; in the order of their numbers PID. */
const hosts = [0, 1, 2, 3].flatMap((p0) =>
  [0, 1].flatMap((p1) => [0, 1].map((p2) => [p0, p1, p2])),
);

/**
 * The destination LIDs of zhou2007 on IBFT(4,3): a line per source, a column per destination, both in the order of PID. Worked out from the paper's
 * text by a program of its own, and printed there in part: the columns 200, 201, 210, 211 of source 000 are 33, 37, 41, 45.
 */
const TABLE = `
  P(000): --  5  9 13 17 21 25 29 33 37 41 45 49 53 57 61
  P(001):  1 -- 10 14 18 22 26 30 34 38 42 46 50 54 58 62
  P(010):  1  5 -- 13 19 23 27 31 35 39 43 47 51 55 59 63
  P(011):  2  6  9 -- 20 24 28 32 36 40 44 48 52 56 60 64
  P(100):  1  5  9 13 -- 21 25 29 33 37 41 45 49 53 57 61
  P(101):  2  6 10 14 17 -- 26 30 34 38 42 46 50 54 58 62
  P(110):  3  7 11 15 17 21 -- 29 35 39 43 47 51 55 59 63
  P(111):  4  8 12 16 18 22 25 -- 36 40 44 48 52 56 60 64
  P(200):  1  5  9 13 17 21 25 29 -- 37 41 45 49 53 57 61
  P(201):  2  6 10 14 18 22 26 30 33 -- 42 46 50 54 58 62
  P(210):  3  7 11 15 19 23 27 31 33 37 -- 45 51 55 59 63
  P(211):  4  8 12 16 20 24 28 32 34 38 41 -- 52 56 60 64
  P(300):  1  5  9 13 17 21 25 29 33 37 41 45 -- 53 57 61
  P(301):  2  6 10 14 18 22 26 30 34 38 42 46 49 -- 58 62
  P(310):  3  7 11 15 19 23 27 31 35 39 43 47 49 53 -- 61
  P(311):  4  8 12 16 20 24 28 32 36 40 44 48 50 54 57 --
`;

const rows = TABLE.trim()
  .split("\n")
  .map((line) => {
    const [name = "", lids = ""] = line.split(":");
    return {
      source: name.trim().slice(2, 5),
      lids: lids.trim().split(/\s+/),
    };
  });

/** The base LID, 2^LMC PID + 1, and the rank of the source's suffix behind the first digit in which the two differ. */
function byFormula(source: readonly number[], destination: readonly number[]) {
  const differ = source.findIndex((digit, i) => digit !== destination[i]);
  const place = [4, 2, 1];
  const rank = (digits: readonly number[], first: number): number =>
    digits.reduce((sum, p, i) => sum + (i < first ? 0 : p * place[i]!), 0);
  return 4 * rank(destination, 0) + 1 + rank(source, differ + 1);
}

describe("the destination LIDs of all pairs of IBFT(4,3) (T-001-9)", () => {
  const { fabric, tables } = build(4, 3, "paper");

  it("are a table of 16 by 16 without the diagonal", () => {
    expect(rows.map(({ source }) => source)).toEqual(
      hosts.map((digits) => digits.join("")),
    );
    for (const [at, { lids }] of rows.entries()) {
      expect(lids).toHaveLength(16);
      expect(lids.indexOf("--")).toBe(at);
      expect(lids.lastIndexOf("--")).toBe(at);
    }
  });

  it.each(rows)("from P($source) are the table's", ({ source, lids }) => {
    const ours = hosts.map((digits) =>
      digits.join("") === source
        ? "--"
        : `${lidOf(tables, fabric, source, digits.join(""))}`,
    );
    expect(ours).toEqual(lids);
  });

  it("follow the paper's path selection, base(d) + rank of the source in its group", () => {
    for (const source of hosts)
      for (const destination of hosts) {
        if (source === destination) continue;
        const [from, to] = [source.join(""), destination.join("")];
        expect(lidOf(tables, fabric, from, to), `${from} -> ${to}`).toBe(
          byFormula(source, destination),
        );
      }
  });
});
