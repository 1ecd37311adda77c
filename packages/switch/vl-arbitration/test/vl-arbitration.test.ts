import {
  parseOptions,
  type LaneScheduler,
  type VlArbTable,
} from "@fabriclab/spec";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { vlArbitration } from "../src/index.ts";
import { Reference } from "./reference.ts";

const make = (options: object, lanes = 15, table?: VlArbTable): LaneScheduler =>
  vlArbitration
    .build(parseOptions(vlArbitration, options))
    .create(2, lanes, table);

/** Serves lanes that always have something to send; returns the order, or bytes per lane. */
function serve(
  scheduler: LaneScheduler,
  lanes: readonly number[],
  sizes: readonly number[] | number,
  grants: number,
): number[] {
  const mask = lanes.reduce((bits, vl) => bits | (1 << vl), 0);
  return Array.from({ length: grants }, () => {
    const vl = scheduler.pick(1, mask);
    scheduler.granted(1, vl, typeof sizes === "number" ? sizes : sizes[vl]!);
    return vl;
  });
}

const bytesOf = (
  order: readonly number[],
  sizes: readonly number[],
): number[] => {
  const sums = sizes.map(() => 0);
  for (const vl of order) sums[vl]! += sizes[vl]!;
  return sums;
};

const inOrder = (entries: VlArbTable["high"]): VlArbTable["high"] =>
  [...new Map(entries.map((one) => [one.vl, one])).values()].sort(
    (a, b) => a.vl - b.vl,
  );

describe("the two tables", () => {
  const entry = fc.record({
    vl: fc.nat(5),
    weight: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 60 })),
  });
  const tables = fc.record({
    high: fc.array(entry, { maxLength: 8 }),
    low: fc.array(entry, { maxLength: 8 }),
    highLimit: fc.constantFrom(0, 1, 2, 7, 254, 255),
  });

  /** Each VL once and in order, and no limit, as they mostly are: these are looked up another way. */
  const ordered = fc
    .tuple(fc.array(entry, { maxLength: 8 }), fc.array(entry, { maxLength: 8 }))
    .map(([high, low]) => ({
      high: inOrder(high),
      low: inOrder(low),
      highLimit: 255,
    }));

  it("decide as the words of the specification, packet by packet, whoever waits with whatever sizes", () => {
    fc.assert(
      fc.property(
        fc.oneof(tables, ordered),
        fc.array(
          fc.array(
            fc.record({
              vl: fc.nat(5),
              bytes: fc.integer({ min: 1, max: 4200 }),
            }),
            { minLength: 1, maxLength: 6 },
          ),
          { minLength: 1, maxLength: 80 },
        ),
        (table, rounds) => {
          const listed = new Set(
            [...table.high, ...table.low]
              .filter(({ weight }) => weight > 0)
              .map(({ vl }) => vl),
          );
          fc.pre(listed.size > 0);
          const scheduler = make({}, 6, table);
          const reference = new Reference(table);
          for (const round of rounds) {
            const waiting = [
              ...new Map(
                round
                  .filter(({ vl }) => listed.has(vl))
                  .map((one) => [one.vl, one]),
              ).values(),
            ];
            if (waiting.length === 0) continue;
            const expected = reference.send(waiting);
            const vl = scheduler.pick(
              0,
              waiting.reduce((bits, one) => bits | (1 << one.vl), 0),
            );
            expect(vl).toBe(expected);
            scheduler.granted(
              0,
              vl,
              waiting.find((one) => one.vl === vl)!.bytes,
            );
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  it("send a whole packet while the residual is positive: weight 17 gives two packets of 16 blocks", () => {
    expect(
      serve(make({ high: "0:17,1:16", low: "2:1" }, 3), [0, 1], 1024, 6),
    ).toEqual([0, 0, 1, 0, 0, 1]);
  });

  it("count a packet's bytes rounded up to 64: of 65 bytes two packets spend a weight of 3, of 64 three", () => {
    expect(
      serve(make({ high: "0:3,1:3", low: "" }), [0, 1], [65, 64], 10),
    ).toEqual([0, 0, 1, 1, 1, 0, 0, 1, 1, 1]);
  });

  it("share a saturated link by weight, within 2 %", () => {
    const weights = [8, 64, 32, 120, 16];
    const sizes = [256, 1024, 300, 2048, 64];
    const high = weights.map((weight, vl) => `${vl}:${weight}`).join();
    const order = serve(
      make({ high, low: "5:1", highLimit: 255 }, 6),
      [0, 1, 2, 3, 4],
      sizes,
      60_000,
    );
    // A turn of weight w sends ceil(w / blocks) packets; for these sizes but VL2's that is w x 64 bytes exactly, for VL2 7 packets of 300 bytes.
    const turn = [512, 4096, 2100, 8192, 1024];
    const sum = turn.reduce((a, b) => a + b);
    const got = bytesOf(order, sizes);
    const all = got.reduce((a, b) => a + b, 0);
    got.forEach((bytes, vl) => {
      expect(Math.abs(bytes / all / (turn[vl]! / sum) - 1)).toBeLessThan(0.02);
    });
  });
});

describe("a table without entries", () => {
  const low = "0:16,1:48,2:96";
  const shares = (options: object): number[] =>
    bytesOf(
      serve(make({ low, ...options }, 3), [0, 1, 2], 1024, 50_000),
      [1024, 1024, 1024],
    );

  it("is an empty text: the low table alone shares the link", () => {
    const [a = 0, b = 0, c = 0] = shares({ high: "" });
    expect(b / a).toBeCloseTo(3, 2);
    expect(c / a).toBeCloseTo(6, 2);
  });

  it("is not what a high table is that nobody writes: OpenSM's has VL0", () => {
    const [a = 0, b = 0] = shares({});
    // Every other packet is of high priority, and some of the others are VL0's, too.
    expect(a).toBeGreaterThan(b);
  });
});

describe("the limit of high priority", () => {
  const shares = (highLimit: number, bytes: number): number[] =>
    bytesOf(
      serve(
        make({ high: "0:255", low: "1:255", highLimit }, 2),
        [0, 1],
        bytes,
        40_000,
      ),
      [bytes, bytes],
    );

  it("0 = one packet of high priority, then one of low", () => {
    expect(
      serve(
        make({ high: "0:255", low: "1:1", highLimit: 0 }, 2),
        [0, 1],
        4096,
        6,
      ),
    ).toEqual([0, 1, 0, 1, 0, 1]);
  });

  it("n lets low priority have a packet after n x 4096 bytes, rounded up to a packet", () => {
    for (const [limit, bytes, before] of [
      [1, 1024, 4],
      [1, 4096, 1],
      [3, 1024, 12],
      [1, 1500, 3],
      [2, 256, 32],
    ] as const) {
      const [high = 0, low = 0] = shares(limit, bytes);
      expect(Math.abs(high / low / before - 1)).toBeLessThan(0.02);
    }
  });

  it("below 255 never starves low priority, and 255 does", () => {
    for (const limit of [0, 1, 30, 254])
      expect(shares(limit, 1024)[1]).toBeGreaterThan(0);
    expect(shares(255, 1024)[1]).toBe(0);
  });

  it("is counted anew after low priority had its chance, taken or not", () => {
    const scheduler = make({ high: "0:255", low: "1:1", highLimit: 1 }, 2);
    // 4096 bytes of VL0 alone: spent, but nobody of low priority waits, so a fresh 4096 begin with the next packet.
    expect(serve(scheduler, [0], 1024, 5)).toEqual([0, 0, 0, 0, 0]);
    expect(serve(scheduler, [0, 1], 1024, 5)).toEqual([0, 0, 0, 1, 0]);
  });
});

describe("where the tables come from", () => {
  const given: VlArbTable = {
    high: [{ vl: 1, weight: 4 }],
    low: [{ vl: 0, weight: 4 }],
    highLimit: 255,
  };

  it("an option goes before the forwarding tables', which go before OpenSM's defaults", () => {
    expect(serve(make({}, 2, given), [0, 1], 256, 2)).toEqual([1, 1]);
    expect(serve(make({ highLimit: 0 }, 2, given), [0, 1], 256, 4)).toEqual([
      1, 0, 1, 0,
    ]);
    expect(
      serve(make({ high: "0:4", low: "1:4" }, 2, given), [0, 1], 256, 2),
    ).toEqual([0, 0]);
    // OpenSM: VL0 high, the others low, weight 4, limit 0.
    expect(serve(make({}, 4), [0, 1, 2, 3], 256, 6)).toEqual([
      0, 1, 0, 2, 0, 3,
    ]);
  });

  it("entries of the forwarding tables for VLs that the switch has not are skipped", () => {
    const wide = {
      ...given,
      low: [
        { vl: 0, weight: 4 },
        { vl: 14, weight: 9 },
      ],
    };
    expect(serve(make({}, 2, wide), [0], 256, 2)).toEqual([0, 0]);
  });
});

describe("bad tables", () => {
  const code = (code: string) => expect.objectContaining({ code }) as unknown;

  it("are refused", () => {
    for (const key of ["high", "low"]) {
      expect(() => make({ [key]: "0:4;1:4" })).toThrow(
        code("E_VL_ARBITRATION_SYNTAX"),
      );
      expect(() => make({ [key]: "0:4,,1:4" })).toThrow(
        code("E_VL_ARBITRATION_SYNTAX"),
      );
      expect(() => make({ [key]: "0:4,15:4" })).toThrow(
        code("E_VL_ARBITRATION_MANAGEMENT"),
      );
      expect(() => make({ [key]: "16:4" })).toThrow(
        code("E_VL_ARBITRATION_LANE"),
      );
      expect(() => make({ [key]: "0:4,7:4" }, 4)).toThrow(
        code("E_VL_ARBITRATION_LANE"),
      );
      expect(() => make({ [key]: "0:256" })).toThrow(
        code("E_VL_ARBITRATION_WEIGHT"),
      );
      expect(() => make({ [key]: Array(65).fill("0:1").join() })).toThrow(
        code("E_VL_ARBITRATION_ENTRIES"),
      );
    }
    expect(() => make({ high: "0:0,1:0", low: "2:0" })).toThrow(
      code("E_VL_ARBITRATION_WEIGHTS"),
    );
    for (const highLimit of [-1, 256, 1.5])
      expect(() => make({ highLimit })).toThrow(/highLimit/);
  });

  it("are refused where they come with the forwarding tables, too", () => {
    const low = [{ vl: 0, weight: 1 }];
    for (const [bad, why] of [
      [{ vl: 15, weight: 1 }, "E_VL_ARBITRATION_MANAGEMENT"],
      [{ vl: 1, weight: 300 }, "E_VL_ARBITRATION_WEIGHT"],
      [{ vl: -1, weight: 3 }, "E_VL_ARBITRATION_LANE"],
    ] as const)
      expect(() => make({}, 8, { high: [bad], low, highLimit: 0 })).toThrow(
        code(why),
      );
    expect(() => make({}, 8, { high: [], low: [], highLimit: 0 })).toThrow(
      code("E_VL_ARBITRATION_WEIGHTS"),
    );
  });

  it("a packet on a VL that no table serves stops the run; it would wait for ever", () => {
    const scheduler = make({ high: "0:4", low: "1:4,2:0" }, 4);
    expect(scheduler.pick(0, 0b11)).toBe(0);
    for (const vl of [2, 3])
      expect(() => scheduler.pick(0, 1 | (1 << vl))).toThrow(
        expect.objectContaining({
          code: "E_VL_ARBITRATION_UNLISTED",
          got: `a packet on VL${vl}; no table has VL2, VL3`,
        }),
      );
    // Tables that are walked otherwise: with a limit, and out of order.
    for (const options of [
      { high: "5:4,1:4", low: "3:1", highLimit: 0 },
      { high: "1:4,5:4", low: "3:1", highLimit: 255 },
    ])
      expect(() => make(options, 16).pick(0, 1 << 6)).toThrow(
        expect.objectContaining({
          got: "a packet on VL6; no table has VL0, VL2, VL4, VL6 to VL14",
        }),
      );
  });
});
