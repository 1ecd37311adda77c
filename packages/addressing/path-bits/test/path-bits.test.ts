import {
  FabricError,
  parseOptions,
  type Fabric,
  type LidTable,
} from "@fabriclab/spec";
import {
  chain,
  complete,
  kimFigure4a,
  parallel,
  ring,
  star,
  twoPlanes,
} from "@fabriclab/testing-fabrics";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { describe, expect, it } from "vitest";
import { pathBits } from "../src/index.ts";

const assign = (fabric: Fabric, options: object = {}): LidTable =>
  pathBits.assign(fabric, parseOptions(pathBits, options));
const bitsOf = (fabric: Fabric, options: object = {}): number =>
  (assign(fabric, options).lmc[fabric.switchCount] ?? 0) - 1;

function refusal(run: () => unknown): FabricError {
  try {
    run();
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("path bits of a fabric", () => {
  it("are one for every independent cycle: |E| - |V| + 1", () => {
    expect(bitsOf(chain(4))).toBe(0);
    expect(bitsOf(star(4))).toBe(0);
    expect(bitsOf(ring(5))).toBe(1);
    // Fig. 4(a) of kim2007: five cables, four switches.
    expect(bitsOf(kimFigure4a())).toBe(2);
    expect(bitsOf(complete(4))).toBe(3);
  });

  it("count parallel cables as cycles of two", () => {
    expect(bitsOf(parallel(2))).toBe(1);
    expect(bitsOf(parallel(4))).toBe(3);
  });

  it("count a fabric in two parts part by part", () => {
    expect(bitsOf(twoPlanes())).toBe(0);
  });

  it("are six at most where the LMC has three bits, and more in wide mode", () => {
    // K6: 15 - 6 + 1 = 10.
    expect(bitsOf(complete(6))).toBe(6);
    expect(bitsOf(complete(6), { mode: "wide" })).toBe(10);
  });

  it("are fewer where the LIDs would run out", () => {
    // 1,024 hosts: 2^6 x 1025 > 49151 >= 2^5 x 1025 - 1 + 320, so blocks of 32 and four path bits.
    const large = fatTree.build(
      parseOptions(fatTree, { ports: 16, levels: 3 }),
    );
    expect(bitsOf(large)).toBe(4);
    // 30 hosts in wide mode: 2^10 x 31 = 31744 fits, 2^11 x 31 does not.
    expect(bitsOf(ring(30), { mode: "wide", bits: 9 })).toBe(9);
    expect(
      refusal(() => assign(ring(30), { mode: "wide", bits: 10 })).hint,
    ).toBe("9 path bits fit, and so do fewer: bits: 9");
  });
});

describe("LIDs of Fig. 4(a)", () => {
  it("are aligned blocks of eight for the hosts, then one for every switch", () => {
    const lids = assign(kimFigure4a());
    // Switches a-d are endports 0-3, hosts A-D endports 4-7.
    expect(Array.from(lids.baseLid)).toEqual([40, 41, 42, 43, 8, 16, 24, 32]);
    expect(Array.from(lids.lmc)).toEqual([0, 0, 0, 0, 3, 3, 3, 3]);
    expect(lids.topLid).toBe(43);
  });
});

describe("refusals", () => {
  it("say that nine bits do not fit in an LMC of three bits", () => {
    const error = refusal(() => assign(kimFigure4a(), { bits: 9 }));
    expect(error.code).toBe("E_PATH_BITS_LMC");
    expect(error.where.path).toBe("addressing.bits");
    expect(error.expected).toContain("at most 6");
    expect(error.hint).toContain("mode: wide");
    expect(bitsOf(kimFigure4a(), { bits: 9, mode: "wide" })).toBe(9);
  });

  it("say how many LIDs are needed and which bits fit", () => {
    // Wide, 200 hosts: 2^8 x 201 - 1 + 1 = 51456; 2^7 x 201 = 25728.
    const error = refusal(() => assign(star(200), { mode: "wide", bits: 7 }));
    expect(error.code).toBe("E_PATH_BITS_OVERFLOW");
    expect(error.got).toBe("51456 LIDs for 7 path bits");
    expect(error.hint).toContain("6 path bits fit");
  });

  it("leave thirteen bits to a fabric of one host", () => {
    // Two blocks of 2^14 (the first begins at LID 2^14) end at 32767; blocks of 2^15 would end at 65535.
    expect(assign(star(1), { mode: "wide", bits: 13 }).topLid).toBe(32768);
  });

  it("take no bits that are no number of bits", () => {
    for (const bits of [-1, 14, 1.5, "many"])
      expect(refusal(() => assign(star(2), { bits })).code).toBe(
        "E_SPEC_BAD_PARAMETER",
      );
  });
});
