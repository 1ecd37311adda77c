import type { MulticastTables } from "@fabriclab/spec";
import type { EndportIx, Mlid } from "@fabriclab/units";
import { expect, it } from "vitest";
import { keptMlids } from "../src/kept-mlids.ts";

/** Trees of one switch: MLID 0xC000 + firstMlid + index -> its port mask. */
const trees = (
  masks: readonly number[],
  plan: Readonly<Record<string, readonly number[]>>,
  firstMlid = 0,
): MulticastTables => ({
  groups: Object.keys(plan).map((name) => {
    const [group = 0, source = 0] = name.split(" ").map(Number);
    return {
      id: group,
      name,
      members: [],
      sources: [source as EndportIx],
    };
  }),
  mlidCount: masks.length,
  firstMlid,
  words: 1,
  masks: Int32Array.from(masks),
  plan: "per-source",
  mlids: (source, group) =>
    (plan[`${group} ${source}`] ?? []).map((mlid) => mlid as Mlid),
});

const [source, another] = [4 as EndportIx, 5 as EndportIx];

it("a tree keeps its MLID where one before it is gone", () => {
  const before = trees([0b0110, 0b1010], { "0 4": [0xc000], "1 5": [0xc001] });
  const kept = keptMlids(before, trees([0b1100], { "1 5": [0xc000] }));
  expect(kept.mlids(another, 1)).toEqual([0xc001]);
  expect([...kept.masks]).toEqual([0, 0b1100]);
  expect(kept.mlidCount).toBe(2);
});

it("a tree that is new has the first MLID that no other keeps", () => {
  const before = trees(
    [0b0110, 0b1010],
    { "0 4": [0xc007], "1 5": [0xc008] },
    7,
  );
  const now = trees(
    [0b0001, 0b0010, 0b0100],
    { "0 4": [0xc007, 0xc008], "1 5": [0xc009] },
    7,
  );
  const kept = keptMlids(before, now);
  expect(kept.mlids(source, 0)).toEqual([0xc007, 0xc009]);
  expect(kept.mlids(another, 1)).toEqual([0xc008]);
  expect([...kept.masks]).toEqual([0b0001, 0b0100, 0b0010]);
});

it("sources that share a tree share the MLID that it keeps", () => {
  const before = trees([1, 2, 4], {
    "0 4": [0xc000],
    "1 4": [0xc001],
    "1 5": [0xc001],
  });
  const now = trees([8], { "1 4": [0xc000], "1 5": [0xc000] });
  const kept = keptMlids(before, now);
  expect([kept.mlids(source, 1), kept.mlids(another, 1)]).toEqual([
    [0xc001],
    [0xc001],
  ]);
  expect([...kept.masks]).toEqual([0, 8]);
});
