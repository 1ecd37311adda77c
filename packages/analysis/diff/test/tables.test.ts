import { lidTable, type Fabric, type ForwardingTables } from "@fabriclab/spec";
import { FabricBuilder } from "@fabriclab/fabric";
import { NO_PORT, type Lid, type Sl } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { diffTables } from "../src/index.ts";

function line(): Fabric {
  const builder = new FabricBuilder("line");
  const a = builder.addSwitch("A", 4);
  const b = builder.addSwitch("B", 4);
  builder.connect(a, 1, builder.addHost("h0"), 1);
  builder.connect(b, 1, builder.addHost("h1"), 1);
  builder.connect(a, 3, b, 3);
  builder.connect(a, 4, b, 4);
  return builder.build();
}

const fabric = line();

/** Tables by hand: base LIDs by endport (A, B, h0, h1), and LFT rows as { LID: port }. */
function tables(
  baseLids: readonly number[],
  rows: readonly Readonly<Record<number, number>>[],
  more: Partial<ForwardingTables> = {},
): ForwardingTables {
  const lids = lidTable(Uint16Array.from(baseLids), new Uint8Array(4));
  return {
    lids,
    lft: rows.map((row) =>
      Uint8Array.from(
        { length: lids.topLid + 1 },
        (_, lid) => row[lid] ?? NO_PORT,
      ),
    ),
    lanes: 1,
    engine: "by hand",
    pathLid: (_, destination) => (lids.baseLid[destination] ?? 0) as Lid,
    pathSl: () => 0 as Sl,
    ...more,
  };
}

const plain = tables(
  [1, 2, 3, 4],
  [
    { 1: 0, 2: 3, 3: 1, 4: 3 },
    { 1: 3, 2: 0, 3: 3, 4: 1 },
  ],
);

describe("diffTables", () => {
  it("tells an endport without a LID from one with another", () => {
    const { lft } = plain;
    const [down, moved] = [
      [1, 0, 3, 4],
      [1, 2, 3, 5],
    ].map((baseLids) => tables(baseLids, [{}, {}]));
    const of = (one: ForwardingTables, other: ForwardingTables) => {
      const { relidded, lidsOnlyIn, isSame } = diffTables(
        fabric,
        { ...one, lft },
        { ...other, lft },
      );
      return { relidded, ...lidsOnlyIn, isSame };
    };
    expect(of(plain, down!)).toEqual({
      relidded: 0,
      a: 1,
      b: 0,
      isSame: false,
    });
    expect(of(down!, plain)).toEqual({
      relidded: 0,
      a: 0,
      b: 1,
      isSame: false,
    });
    expect(of(plain, moved!)).toEqual({
      relidded: 1,
      a: 0,
      b: 0,
      isSame: false,
    });
  });

  it("finds no difference between tables and themselves", () => {
    expect(diffTables(fabric, plain, plain)).toMatchObject({
      entries: 8,
      isSame: true,
      switches: [],
    });
  });

  it("tells entries that lead elsewhere from lost and gained ones", () => {
    const other = tables(
      [1, 2, 3, 4],
      [
        { 1: 0, 3: 1, 4: 4 },
        { 1: 3, 2: 0, 3: 4, 4: 1 },
      ],
    );
    expect(diffTables(fabric, plain, other)).toMatchObject({
      moved: 2,
      lost: 1,
      gained: 0,
      relidded: 0,
      isSame: false,
      switches: [
        { sw: 0, moved: 1, lost: 1, gained: 0 },
        { sw: 1, moved: 1, lost: 0, gained: 0 },
      ],
    });
    expect(diffTables(fabric, other, plain)).toMatchObject({
      moved: 2,
      lost: 0,
      gained: 1,
    });
  });

  it("matches entries by endport where LIDs differ", () => {
    const moved = tables(
      [11, 12, 13, 14],
      [
        { 11: 0, 12: 3, 13: 1, 14: 3 },
        { 11: 3, 12: 0, 13: 3, 14: 1 },
      ],
    );
    expect(diffTables(fabric, plain, moved)).toMatchObject({
      moved: 0,
      relidded: 4,
      isSame: false,
    });
  });

  it("tells SL2VL rows that are missing, new and other, and compares none where one set has none", () => {
    const lft = [
      { 1: 0, 2: 3, 3: 1, 4: 3 },
      { 1: 3, 2: 0, 3: 3, 4: 1 },
    ];
    /** Rows of A's ports of which the third number is the VL of all SLs; all others are missing. */
    const withRows = (...rows: readonly [number, number, number][]) => {
      const [a, b] = [0, 1].map(() => new Uint8Array(5 * 5 * 16).fill(15));
      for (const [into, out, vl] of rows)
        a!.fill(vl, (into * 5 + out) * 16, (into * 5 + out + 1) * 16);
      return tables([1, 2, 3, 4], lft, { sl2vl: [a!, b!], lanes: 2 });
    };
    const [before, after] = [
      withRows([1, 3, 0], [1, 4, 0], [3, 1, 0]),
      withRows([1, 3, 1], [3, 1, 0], [4, 1, 1], [2, 1, 0]),
    ];
    // 5 rows of A, and those of two hosts, which go by SL modulo the lanes.
    expect(diffTables(fabric, before, after).sl2vl).toEqual({
      ...{ rows: 7, changed: 1, lost: 1, gained: 2, onlyIn: null },
    });
    // A set without SL2VL tables does not say how many lanes there are.
    const without = tables([1, 2, 3, 4], lft, { lanes: 1 });
    for (const [one, other, onlyIn] of [
      [before, without, "first"],
      [without, before, "second"],
      [without, without, null],
    ] as const)
      expect(diffTables(fabric, one, other)).toMatchObject({
        sl2vl: { rows: 0, onlyIn },
        isSame: true,
      });
  });

  it("compares lanes, SL2VL and multicast masks", () => {
    const lft = [
      { 1: 0, 2: 3, 3: 1, 4: 3 },
      { 1: 3, 2: 0, 3: 3, 4: 1 },
    ];
    const hostSl2vl = (vl: number) => new Uint8Array(16).fill(vl, 1);
    const multicast = (mask: number) => ({
      groups: [],
      mlidCount: 1,
      firstMlid: 2,
      words: 1,
      masks: Int32Array.of(0b10, mask),
      mlids: () => [],
      plan: "",
    });
    const [a, b] = [0, 1].map((k) =>
      tables([1, 2, 3, 4], lft, {
        lanes: 1 + k,
        hostSl2vl: hostSl2vl(k),
        multicast: multicast(0b1000 * k),
      }),
    );
    expect(diffTables(fabric, a!, b!)).toMatchObject({
      moved: 0,
      lanes: [1, 2],
      // The rows of two hosts.
      sl2vl: { rows: 2, changed: 2, lost: 0, gained: 0, onlyIn: null },
      multicast: 1,
      isSame: false,
    });
    expect(diffTables(fabric, a!, plain).multicast).toBe(1);
  });

  it("compares VL arbitration where both have it, and says where one has none", () => {
    const lft = [
      { 1: 0, 2: 3, 3: 1, 4: 3 },
      { 1: 3, 2: 0, 3: 3, 4: 1 },
    ];
    const arbitrated = (low: number, highLimit: number, skipped = 2) =>
      tables([1, 2, 3, 4], lft, {
        vlArb: {
          high: [
            { vl: 0, weight: 4 },
            { vl: skipped, weight: 0 },
          ],
          low: [{ vl: 1, weight: low }],
          highLimit,
        },
      });
    const one = arbitrated(4, 0);
    const other = diffTables(fabric, one, arbitrated(5, 1));
    expect(other).toMatchObject({ vlArb: ["low", "highLimit"], isSame: false });
    expect(other).not.toHaveProperty("vlArbOnlyIn");
    // An entry of weight 0 is skipped, whatever its VL.
    expect(diffTables(fabric, one, arbitrated(4, 0, 7))).toMatchObject({
      vlArb: [],
      isSame: true,
    });
    for (const [a, b, only] of [
      [one, plain, "a"],
      [plain, one, "b"],
    ] as const)
      expect(diffTables(fabric, a, b)).toMatchObject({
        vlArb: [],
        vlArbOnlyIn: only,
        isSame: true,
      });
  });
});
