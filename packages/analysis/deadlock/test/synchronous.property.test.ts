import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isDeadlockFree } from "@fabriclab/analysis-deadlock";
import { hostEndports } from "@fabriclab/paths";
import { lidTable, type ForwardingTables } from "@fabriclab/spec";
import { star } from "@fabriclab/testing-fabrics";
import { NO_PORT, type EndportIx, type Mlid, type Sl } from "@fabriclab/units";
import { arriving } from "./drawn.part.ts";

/** A switch of four hosts; every host is a source of some MLIDs, whose masks are drawn. */
const drawn = fc.record({
  masks: fc.array(fc.nat({ max: 15 }), { minLength: 3, maxLength: 3 }),
  /** Source -> MLIDs, as a mask. */
  plans: fc.array(fc.nat({ max: 7 }), { minLength: 4, maxLength: 4 }),
});

function tablesOf(
  masks: readonly number[],
  plans: readonly number[],
): ForwardingTables {
  return {
    lids: lidTable(Uint16Array.of(1, 2, 3, 4, 5), new Uint8Array(5)),
    lft: [new Uint8Array(6).fill(NO_PORT)],
    lanes: 1,
    engine: "drawn",
    pathLid: () => 0 as never,
    pathSl: () => 0 as Sl,
    multicast: {
      groups: [
        {
          id: 0,
          name: "drawn",
          members: [],
          sources: [1, 2, 3, 4] as EndportIx[],
        },
      ],
      mlidCount: 3,
      firstMlid: 0,
      words: 1,
      masks: Int32Array.from(masks, (mask) => mask << 1),
      mlids: (source) =>
        [0, 1, 2].flatMap((k) =>
          ((plans[source - 1] ?? 0) & (1 << k)) === 0
            ? []
            : [(0xc000 + k) as Mlid],
        ),
      plan: "drawn",
    },
  };
}

/** What the head of each input may want: nothing, or the mask of one of its MLIDs without its own port. */
function wishes(
  masks: readonly number[],
  plan: number,
  input: number,
): number[] {
  return [
    0,
    ...masks.flatMap((mask, k) =>
      (plan & (1 << k)) === 0 ? [] : [mask & ~(1 << input)],
    ),
  ];
}

/**
 * Whether some heads can wait for each other for ever, by trying all: a head per input, an owner among those who want it (or none) for each output.
 * A head stays where another that stays owns what it wants.
 */
function canHang(masks: readonly number[], plans: readonly number[]): boolean {
  const choices = [0, 1, 2, 3].map((input) =>
    wishes(masks, plans[input] ?? 0, input),
  );
  const hangs = (heads: readonly number[], owners: readonly number[]) => {
    let stuck = [0, 1, 2, 3];
    for (;;) {
      const still = stuck.filter((head) =>
        owners.some(
          (owner, output) =>
            owner !== head &&
            stuck.includes(owner) &&
            ((heads[head] ?? 0) & (1 << output)) !== 0,
        ),
      );
      if (still.length === stuck.length) return still.length > 0;
      stuck = still;
    }
  };
  const assign = (heads: readonly number[], owners: number[]): boolean => {
    if (owners.length === 4) return hangs(heads, owners);
    const output = owners.length;
    for (const owner of [-1, 0, 1, 2, 3])
      if (
        (owner < 0 || ((heads[owner] ?? 0) & (1 << output)) !== 0) &&
        assign(heads, [...owners, owner])
      )
        return true;
    return false;
  };
  const pick = (heads: number[]): boolean =>
    heads.length === 4
      ? assign(heads, [])
      : (choices[heads.length] ?? []).some((wish) => pick([...heads, wish]));
  return pick([]);
}

describe("copies to all outputs at once", () => {
  it("can wait in a cycle in one switch exactly where some heads and owners of outputs do", () => {
    const found = { hang: 0, free: 0 };
    fc.assert(
      fc.property(drawn, ({ masks, plans }) => {
        const expected = canHang(masks, plans);
        found[expected ? "hang" : "free"] += 1;
        expect(
          isDeadlockFree(star(4), tablesOf(masks, plans), {
            traffic: "multicast",
            synchronous: true,
          }),
        ).toBe(!expected);
      }),
      { numRuns: 150 },
    );
    expect(Math.min(found.hang, found.free)).toBeGreaterThan(10);
  });

  it("wait in every cycle that copies one by one wait in, and in no other where nothing is copied", () => {
    const found = { hang: 0, more: 0 };
    fc.assert(
      fc.property(
        arriving,
        fc.array(fc.nat({ max: 2 ** 10 }), { minLength: 6, maxLength: 6 }),
        fc.boolean(),
        ({ fabric, tables }, dice, single) => {
          const hosts = hostEndports(fabric, tables);
          // Along one path nothing is copied; with random masks anything is, round and round too.
          const mask = (sw: number): number => {
            const num = tables.lft[sw]?.[(hosts[0] ?? 0) + 1] ?? 0;
            return single ? 1 << num : (dice[sw] ?? 0) << 1;
          };
          const made: ForwardingTables = {
            ...tables,
            multicast: {
              groups: [{ id: 0, name: "drawn", members: [], sources: hosts }],
              mlidCount: 1,
              firstMlid: 0,
              words: 1,
              masks: Int32Array.from({ length: fabric.switchCount }, (_, sw) =>
                mask(sw),
              ),
              mlids: () => [0xc000 as Mlid],
              plan: "drawn",
            },
          };
          const isFree = (synchronous: boolean): boolean =>
            isDeadlockFree(fabric, made, { traffic: "both", synchronous });
          if (!isFree(false)) found.hang += 1;
          if (isFree(false) && !isFree(true)) found.more += 1;
          if (single) expect(isFree(true)).toBe(isFree(false));
          else expect(isFree(true) && !isFree(false)).toBe(false);
        },
      ),
      { numRuns: 200 },
    );
    expect(Math.min(found.hang, found.more)).toBeGreaterThan(0);
  });
});
