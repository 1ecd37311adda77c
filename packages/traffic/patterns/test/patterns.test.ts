import { randomStream } from "@fabriclab/kernel";
import { parseOptions, type PatternPlugin } from "@fabriclab/spec";
import { describe, expect, it } from "vitest";
import {
  bitComplement,
  bitReverse,
  hotspot,
  neighbor,
  pairs,
  randomPermutation,
  shift,
  shuffle,
  tornado,
  transpose,
  uniform,
} from "../src/index.ts";

const make = (
  plugin: PatternPlugin,
  hosts: number,
  options: object = {},
  seed = 1,
) =>
  plugin.create(
    hosts,
    parseOptions(plugin, options),
    randomStream(seed, "pattern"),
  );

const table = (
  plugin: PatternPlugin,
  hosts: number,
  options: object = {},
  seed = 1,
): number[] => {
  const pattern = make(plugin, hosts, options, seed);
  const random = randomStream(seed, "host");
  return Array.from({ length: hosts }, (_, s) =>
    pattern.destination(s, random),
  );
};

const refused = (code: string) => expect.objectContaining({ code });

describe("permutation patterns", () => {
  it("bit-complement sends each host of 8 to its mirror", () => {
    expect(table(bitComplement, 8)).toEqual([7, 6, 5, 4, 3, 2, 1, 0]);
  });

  it("bit-reverse reads the bits of each of 8 hosts from the other end", () => {
    // 001 <-> 100, 011 <-> 110; 000, 010, 101 and 111 read alike both ways
    expect(table(bitReverse, 8)).toEqual([-1, 4, -1, 6, 1, -1, 3, -1]);
  });

  it("shuffle deals 8 hosts as two halves of a pack, a card from either", () => {
    // the lower half 0 … 3 goes to 0, 2, 4, 6, the upper half to 1, 3, 5, 7
    expect(table(shuffle, 8)).toEqual([-1, 2, 4, 6, 1, 3, 5, -1]);
  });

  it("tornado goes almost half way round: by 3 of 8 places, by 1 of 3 and of 4, not at all of 2", () => {
    expect(table(tornado, 8)).toEqual([3, 4, 5, 6, 7, 0, 1, 2]);
    // (x, y) of 4 · 3 places to (x + 1, y + 1)
    expect(table(tornado, 12, { sizes: [4, 3] })).toEqual([
      4, 5, 3, 7, 8, 6, 10, 11, 9, 1, 2, 0,
    ]);
    expect(table(tornado, 6, { sizes: [2, 3] })).toEqual([1, 2, 0, 4, 5, 3]);
  });

  it("neighbor goes one place on along every dimension, to the host of the same number there", () => {
    expect(table(neighbor, 4)).toEqual([1, 2, 3, 0]);
    // Two hosts at each of 2 · 2 places: (x, y) to (x + 1, y + 1).
    expect(table(neighbor, 8, { sizes: [2, 2] })).toEqual([
      6, 7, 4, 5, 2, 3, 0, 1,
    ]);
  });

  it.each([
    [tornado, 10, [4, 3], "a multiple of 12, the product of sizes"],
    [tornado, 4, [2, 2], "a dimension of 3 places or more"],
    [neighbor, 1, undefined, "a dimension of 2 places or more"],
  ] as const)(
    "%o refuses %i hosts at %j places",
    (plugin, hosts, sizes, expected) => {
      expect(() =>
        make(plugin, hosts, sizes === undefined ? {} : { sizes }),
      ).toThrow(expect.objectContaining({ code: "E_PATTERN_HOSTS", expected }));
    },
  );

  it("transpose swaps the two digits of 9 hosts and silences the diagonal", () => {
    expect(table(transpose, 9)).toEqual([-1, 3, 6, 1, -1, 7, 2, 5, -1]);
  });

  it("transpose of 16 hosts swaps the halves of the four index bits", () => {
    // 0001 -> 0100, 0010 -> 1000, 0111 -> 1101
    const to = table(transpose, 16);
    for (const [from, want] of [
      [0, -1],
      [1, 4],
      [2, 8],
      [3, 12],
      [4, 1],
      [7, 13],
      [13, 7],
      [15, -1],
    ] as const) {
      expect(to[from]).toBe(want);
    }
  });

  it("shift goes half way round by default, by as many as asked, and backwards", () => {
    expect(table(shift, 16).slice(0, 9)).toEqual([
      8, 9, 10, 11, 12, 13, 14, 15, 0,
    ]);
    const half = table(shift, 16);
    for (const [from, want] of [
      [0, 8],
      [4, 12],
      [8, 0],
      [12, 4],
    ] as const)
      expect(half[from]).toBe(want);
    expect(table(shift, 5)).toEqual([2, 3, 4, 0, 1]);
    expect(table(shift, 5, { by: 1 })).toEqual([1, 2, 3, 4, 0]);
    expect(table(shift, 5, { by: -1 })).toEqual([4, 0, 1, 2, 3]);
    expect(table(shift, 5, { by: 12 })).toEqual([2, 3, 4, 0, 1]);
  });

  it("random-permutation reaches every host once and has no fixed point, for any seed", () => {
    for (let seed = 0; seed < 50; seed++) {
      const to = table(randomPermutation, 7, {}, seed);
      expect([...to].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6]);
      to.forEach((d, s) => {
        expect(d).not.toBe(s);
      });
    }
  });

  it("random-permutation of 3 hosts gives both derangements equally often", () => {
    let first = 0;
    for (let seed = 0; seed < 2000; seed++)
      first += table(randomPermutation, 3, {}, seed)[0] === 1 ? 1 : 0;
    // Binomial(2000, 1/2): standard deviation 22.4.
    expect(Math.abs(first - 1000)).toBeLessThan(4.5 * 22.4);
  });

  it("random-permutation with fixed points silences one host of n on average", () => {
    let silent = 0;
    for (let seed = 0; seed < 2000; seed++)
      silent += table(
        randomPermutation,
        10,
        { fixedPoints: true },
        seed,
      ).filter((d) => d === -1).length;
    // The number of fixed points has mean 1 and variance 1.
    expect(Math.abs(silent / 2000 - 1)).toBeLessThan(4.5 / Math.sqrt(2000));
  });

  it("random-permutation differs between seeds and is the same for the same seed", () => {
    expect(table(randomPermutation, 64, {}, 1)).toEqual(
      table(randomPermutation, 64, {}, 1),
    );
    expect(table(randomPermutation, 64, {}, 1)).not.toEqual(
      table(randomPermutation, 64, {}, 2),
    );
  });
});

describe("uniform", () => {
  it("sends to every other host equally often and never to itself", () => {
    const hosts = 9;
    const n = 40_000;
    for (const source of [0, 4, 8]) {
      const pattern = make(uniform, hosts);
      const random = randomStream(1, `host ${source}`);
      const count = new Array<number>(hosts).fill(0);
      for (let i = 0; i < n; i++)
        count[pattern.destination(source, random)]! += 1;
      expect(count[source]).toBe(0);
      const mean = n / (hosts - 1);
      const chi2 = count.reduce(
        (sum, c, i) => sum + (i === source ? 0 : (c - mean) ** 2 / mean),
        0,
      );
      expect(chi2).toBeLessThan(7 + 4.5 * Math.sqrt(14));
    }
  });

  it("of two hosts always picks the other", () => {
    expect(table(uniform, 2)).toEqual([1, 0]);
  });
});

describe("hotspot", () => {
  const shares = (source: number, hosts: number, options: object): number[] => {
    const n = 40_000;
    const pattern = make(hotspot, hosts, options);
    const random = randomStream(1, `hot ${source}`);
    const count = new Array<number>(hosts).fill(0);
    for (let i = 0; i < n; i++)
      count[pattern.destination(source, random)]! += 1 / n;
    return count;
  };
  const bound = 4.5 * Math.sqrt(0.25 / 40_000);

  it("sends the fraction to the hot hosts and spreads the rest over all others", () => {
    const share = shares(0, 11, { hosts: [3, 7], fraction: 0.5 });
    // 0.5/2 for being hot and 0.5/10 for being one of the others.
    for (const hot of [3, 7])
      expect(Math.abs(share[hot]! - 0.3)).toBeLessThan(bound);
    for (const cold of [1, 2, 10])
      expect(Math.abs(share[cold]! - 0.05)).toBeLessThan(bound);
    expect(share[0]).toBe(0);
  });

  it("lets a hot host heat the other hot hosts, not itself", () => {
    const share = shares(3, 11, { hosts: [3, 7], fraction: 0.5 });
    expect(share[3]).toBe(0);
    expect(Math.abs(share[7]! - 0.55)).toBeLessThan(bound);
  });

  it("lets the only hot host send uniformly", () => {
    const share = shares(3, 11, { hosts: [3], fraction: 1 });
    expect(share[3]).toBe(0);
    for (const other of [0, 5, 10])
      expect(Math.abs(share[other]! - 0.1)).toBeLessThan(bound);
  });

  it("chooses as many hot hosts as asked by the seed", () => {
    const hot = new Set<number>();
    const pattern = make(hotspot, 20, { hosts: 4, fraction: 1 });
    const random = randomStream(1, "x");
    for (let i = 0; i < 20; i++)
      for (let k = 0; k < 100; k++) hot.add(pattern.destination(i, random));
    expect(hot.size).toBe(4);
  });

  it("lists the hot hosts as the only destinations where they get all packets", () => {
    const lists = (hosts: number[]): (readonly number[] | undefined)[] => {
      const pattern = make(hotspot, 5, { hosts, fraction: 1 });
      return [0, 2].map((source) => pattern.destinations?.(source));
    };
    expect(lists([4, 2])).toEqual([[4, 2], [4]]);
    // The only hot host sends uniformly.
    expect(lists([2])).toEqual([[2], [0, 1, 3, 4]]);
  });

  it("refuses hot hosts that do not exist, are listed twice, or are too many", () => {
    for (const hosts of [[5], [1, 1], 6]) {
      expect(() => make(hotspot, 5, { hosts })).toThrow(
        refused("E_PATTERN_HOTSPOT"),
      );
    }
    expect(() => make(hotspot, 5, { fraction: 1.5 })).toThrow(
      expect.objectContaining({
        code: "E_SPEC_BAD_PARAMETER",
        expected: "at most 1",
      }) as Error,
    );
    // In percent.
    expect(() => make(hotspot, 5, { fraction: 30 })).toThrow(
      expect.objectContaining({
        code: "E_SPEC_BAD_PARAMETER",
        expected: "at most 1: 30 % is 0.3",
      }) as Error,
    );
    for (const hosts of ["", [], [-1], [1.5], true])
      expect(() => make(hotspot, 5, { hosts })).toThrow(
        refused("E_SPEC_BAD_PARAMETER"),
      );
  });

  it("takes names, alone and in a list with indices", () => {
    const names = ["H(0,0)", "H(0,1)", "io", "17"];
    const hottest = (hosts: unknown): ReadonlySet<number> => {
      const pattern = hotspot.create(
        4,
        parseOptions(hotspot, { hosts, fraction: 1 }),
        randomStream(1, "x"),
        names,
      );
      const random = randomStream(1, "y");
      return new Set(
        Array.from({ length: 200 }, () => pattern.destination(0, random)),
      );
    };
    expect(hottest("io")).toEqual(new Set([2]));
    expect(hottest(["H(0,1)", 2])).toEqual(new Set([1, 2]));
    expect(hottest("17")).toEqual(new Set([3]));
    const refusal = (hosts: unknown): unknown => {
      try {
        return hottest(hosts);
      } catch (error) {
        return error;
      }
    };
    expect(refusal("oi")).toMatchObject({
      code: "E_PATTERN_HOTSPOT",
      got: "oi",
      hint: "did you mean io?",
      where: { path: "hosts" },
    });
    // What YAML makes of [H(0,1)].
    expect(refusal(["H(0", "1)"])).toMatchObject({
      hint: 'a name with a comma needs quotes in a list: "H(0,0)"',
    });
    expect(refusal([17])).toMatchObject({ code: "E_PATTERN_HOTSPOT" });
    expect(refusal(["io", 2])).toMatchObject({
      message: "A hot host is listed twice",
    });
  });
});

describe("refusals", () => {
  it("names the host counts that would fit", () => {
    expect(() => table(bitComplement, 12)).toThrow(
      expect.objectContaining({
        code: "E_PATTERN_HOSTS",
        got: "12 hosts",
        expected: "a power of two: 2, 4, 8, …",
      }),
    );
    // Of 2 hosts none would send.
    for (const plugin of [bitReverse, shuffle])
      for (const hosts of [2, 12])
        expect(() => table(plugin, hosts)).toThrow(
          expect.objectContaining({
            code: "E_PATTERN_HOSTS",
            expected: "a power of two: 4, 8, 16, …",
          }),
        );
    expect(() => table(transpose, 8)).toThrow(refused("E_PATTERN_HOSTS"));
    for (const plugin of [
      uniform,
      bitComplement,
      transpose,
      shift,
      hotspot,
      randomPermutation,
    ]) {
      expect(() => table(plugin, 1)).toThrow(refused("E_PATTERN_HOSTS"));
    }
  });

  it("refuses a shift that goes all the way round", () => {
    for (const by of [0, 8, -16])
      expect(() => table(shift, 8, { by })).toThrow(refused("E_PATTERN_SHIFT"));
  });
});

describe("pairs", () => {
  const named = (listed: object) =>
    pairs.create(
      4,
      parseOptions(pairs, { pairs: listed }),
      randomStream(1, "pattern"),
      ["H(0,0)", "17", "gpu: 3", "io"],
    );
  const next = (pattern: ReturnType<typeof named>, source: number) =>
    pattern.destination(source, randomStream(1, "host"));

  it("sends from the listed hosts in turn, and from nobody else", () => {
    const pattern = named({ "H(0,0)": ["io", 17, "gpu: 3"], "gpu: 3": 17 });
    expect([0, 1, 2, 3, 4].map(() => next(pattern, 0))).toEqual([
      3, 1, 2, 3, 1,
    ]);
    expect([next(pattern, 2), next(pattern, 2)]).toEqual([1, 1]);
    expect([next(pattern, 1), next(pattern, 3)]).toEqual([-1, -1]);
  });

  it("repeats a destination that is listed twice: a share of two", () => {
    const pattern = named({ io: [17, 17, "H(0,0)"] });
    expect([0, 1, 2, 3].map(() => next(pattern, 3))).toEqual([1, 1, 0, 1]);
  });

  it("refuses a host that is not there, oneself, and an empty list", () => {
    expect(() => named({ oi: 17 })).toThrowError(
      expect.objectContaining({
        code: "E_PATTERN_PAIRS",
        got: "oi",
        where: { path: "pairs" },
      }) as Error,
    );
    expect(() => named({ io: ["H(0,1)"] })).toThrowError(
      expect.objectContaining({
        code: "E_PATTERN_PAIRS",
        hint: "did you mean H(0,0)?",
      }) as Error,
    );
    expect(() => named({ io: "io" })).toThrow(refused("E_PATTERN_PAIRS"));
    expect(() => named({})).toThrow(refused("E_PATTERN_PAIRS"));
    expect(() => named({ io: [] })).toThrow(refused("E_SPEC_BAD_PARAMETER"));
  });
});
