import {
  FabricError,
  parseOptions,
  type Fabric,
  type OptionsInput,
} from "@fabriclab/spec";
import { describe, expect, it } from "vitest";
import { randomLinks } from "../src/random-links.ts";
import { fig6like, irregular } from "../src/index.ts";

const make = (options: OptionsInput<typeof irregular.params> = {}): Fabric =>
  irregular.build(parseOptions(irregular, options));

/** Links between switches as "S0-S1", sorted by number. */
function pairs(fabric: Fabric): string[] {
  const found: string[] = [];
  for (let link = 0; link < fabric.linkCount; link++) {
    const [a, b] = [0, 1].map(
      (end) => fabric.portNode[fabric.linkPorts[2 * link + end] ?? 0] ?? 0,
    );
    if (Math.max(a!, b!) < fabric.switchCount)
      found.push(`${fabric.nodeName[a!]}-${fabric.nodeName[b!]}`);
  }
  return found;
}

/** What is at port `num` of a node. */
function peer(fabric: Fabric, name: string, num: number): string | undefined {
  const node = fabric.findNode(name) ?? -1;
  const other = fabric.portPeer[(fabric.portStart[node] ?? 0) + num - 1] ?? -1;
  return fabric.nodeName[fabric.portNode[other] ?? -1];
}

/** Sizes proposed, as `switches/links/hosts at each`. */
const sizes = (
  hosts: number,
  given: Parameters<NonNullable<typeof irregular.claims.sizes>>[1] = {},
): string[] =>
  (irregular.claims.sizes?.(hosts, given) ?? []).map((size) => {
    const options = { ...given, ...size };
    // Every proposal can be built.
    expect(make(options).hostCount).toBeGreaterThanOrEqual(hosts);
    return `${size.switches}/${size.links}/${size.hostsPerSwitch}`;
  });

describe("the sizes for a number of hosts", () => {
  it("are those of kim2007 for its own two numbers of switches", () => {
    expect(sizes(15)[0]).toBe("15/23/1");
    expect(sizes(30)[0]).toBe("30/46/1");
  });

  it("have a few numbers of hosts at each switch, and no more switches than needed", () => {
    expect(sizes(200)).toEqual([
      "200/307/1",
      "100/153/2",
      "50/77/4",
      "25/38/8",
    ]);
    // Four switches have room for 6 links, two for one.
    expect(sizes(7)).toEqual(["7/11/1", "4/6/2", "2/1/4"]);
    expect(sizes(1)).toEqual(["1/0/1"]);
  });

  it("keep what is given", () => {
    expect(sizes(200, { switches: 60 })).toEqual(["60/92/4"]);
    expect(sizes(200, { hostsPerSwitch: 7 })).toEqual(["29/44/7"]);
    // A tree, which is all that a degree of 2 and 49 links leave.
    expect(sizes(50, { degree: 2, links: 49 })).toEqual(["50/49/1"]);
    expect(sizes(200, { links: 10 })).toEqual([]);
    expect(sizes(200, { switches: 20, hostsPerSwitch: 9 })).toEqual([]);
    expect(sizes(40, { degree: 253, hostsPerSwitch: 2 })).toEqual([]);
    expect(sizes(50_000, { hostsPerSwitch: 1 })).toEqual([]);
  });

  it("of fig6like change the hosts at each of its 15 switches", () => {
    const proposed = (hosts: number, given = {}) =>
      fig6like.claims.sizes?.(hosts, given);
    expect(proposed(15)).toEqual([{ hostsPerSwitch: 1 }]);
    expect(proposed(16)).toEqual([{ hostsPerSwitch: 2 }]);
    expect(proposed(250 * 15)).toEqual([{ hostsPerSwitch: 250 }]);
    expect(proposed(250 * 15 + 1)).toEqual([]);
    expect(proposed(16, { hostsPerSwitch: 1 })).toEqual([]);
  });
});

describe("fig6like", () => {
  const fabric = fig6like.build(parseOptions(fig6like, {}));

  it("has the 23 links of SPEC 5.7, four diamonds and a triangle", () => {
    expect(pairs(fabric)).toEqual(
      (
        "0-1 0-2 1-2 1-3 2-3 3-4 3-5 4-5 4-6 5-6 6-7 6-8 7-8 7-9 8-9 " +
        "9-10 9-11 10-11 10-12 11-12 12-13 12-14 13-14"
      )
        .split(" ")
        .map((pair) => pair.replace(/(\d+)-(\d+)/, "S$1-S$2")),
    );
  });

  it("has five ports on every switch: neighbours by number, then the host on port 5", () => {
    expect([1, 2, 3, 4, 5].map((num) => peer(fabric, "S3", num))).toEqual([
      "S1",
      "S2",
      "S4",
      "S5",
      "H3",
    ]);
    expect([1, 2, 3, 4, 5].map((num) => peer(fabric, "S0", num))).toEqual([
      "S1",
      "S2",
      undefined,
      undefined,
      "H0",
    ]);
  });

  it("has every switch on one or two of the nine triangles, so that its tables have 15 x 2 or 15 x 4 entries", () => {
    const joined = new Set(pairs(fabric));
    const triangles: number[][] = [];
    for (let a = 0; a < 15; a++)
      for (let b = a + 1; b < 15; b++)
        for (let c = b + 1; c < 15; c++)
          if (
            [
              [a, b],
              [b, c],
              [a, c],
            ].every(([x, y]) => joined.has(`S${x}-S${y}`))
          )
            triangles.push([a, b, c]);
    // |E| - |V| + 1
    expect(triangles).toHaveLength(23 - 15 + 1);
    const of = Array.from(
      { length: 15 },
      (_, sw) => triangles.filter((one) => one.includes(sw)).length,
    );
    expect(Math.min(...of)).toBe(1);
    expect(Math.max(...of)).toBe(2);
    // nine triangles of three
    expect(of.reduce((sum, count) => sum + count)).toBe(27);
  });

  it("joins its ends by 2^9 simple paths, the most that nine cycles allow", () => {
    const next = new Map<number, number[]>();
    for (const pair of pairs(fabric)) {
      const [a, b] = pair.split("-").map((name) => Number(name.slice(1)));
      next.set(a!, [...(next.get(a!) ?? []), b!]);
      next.set(b!, [...(next.get(b!) ?? []), a!]);
    }
    const count = (at: number, to: number, seen: ReadonlySet<number>): number =>
      at === to
        ? 1
        : (next.get(at) ?? [])
            .filter((one) => !seen.has(one))
            .reduce(
              (sum, one) => sum + count(one, to, new Set([...seen, one])),
              0,
            );
    expect(count(0, 13, new Set([0]))).toBe(2 ** 9);
  });
});

describe("irregular", () => {
  it("gives hosts the ports after those of the links, and says which they are", () => {
    const fabric = make({
      switches: 4,
      links: 3,
      degree: 2,
      hostsPerSwitch: 2,
    });
    expect(fabric.radix(0 as never)).toBe(4);
    expect([3, 4].map((num) => peer(fabric, "S2", num))).toEqual([
      "H2.0",
      "H2.1",
    ]);
    expect(peer(make(), "S7", 5)).toBe("H7");
  });

  it("takes the links' parameters for all links", () => {
    const fabric = make({ speed: "QDR", width: 4, flight: "4m" });
    // QDR is 8 Gb/s of data a lane: 32 Gb/s, 250 ps a byte
    for (let link = 0; link < fabric.linkCount; link++) {
      expect(
        (fabric.linkBytePsNum[link] ?? 0) / (fabric.linkBytePsDen[link] ?? 1),
      ).toBe(250);
      expect(fabric.linkFlightPs[link]).toBe(20_000);
    }
  });

  it("makes another network of every seed, and the same of the same", () => {
    const seen = new Set<string>();
    for (let seed = 0; seed < 50; seed++) {
      const links = pairs(make({ seed })).join();
      expect(pairs(make({ seed })).join()).toBe(links);
      seen.add(links);
    }
    expect(seen.size).toBe(50);
  });

  it("joins no two switches twice unless it may", () => {
    const wide = { switches: 6, links: 12, degree: 6 };
    let several = 0;
    for (let seed = 0; seed < 20; seed++) {
      const simple = pairs(make({ ...wide, seed }));
      expect(new Set(simple).size).toBe(12);
      const multi = pairs(make({ ...wide, seed, parallel: true }));
      expect(multi).toHaveLength(12);
      if (new Set(multi).size < 12) several += 1;
    }
    expect(several).toBeGreaterThan(0);
  });

  it.each([
    // the only graph of its kind
    [5, 10, 4, "K5"],
    [6, 6, 2, "a ring of six"],
    [2, 1, 1, "a pair"],
    // nearly complete, so that the last links nearly always need a replacement
    [8, 28, 7, "K8"],
    [7, 17, 5, "7 switches of degree 5 at most"],
    [50, 75, 3, "a cubic graph of 50"],
    [50, 100, 4, "a 4-regular graph of 50"],
  ])(
    "reaches the most links of %i switches: %i links of degree %i (%s)",
    (switches, links, degree) => {
      for (let seed = 0; seed < 30; seed++) {
        const drawn = randomLinks({
          switches,
          links,
          degree,
          parallel: false,
          seed,
        });
        expect(drawn).toHaveLength(links);
        const keys = new Set(
          drawn.map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`),
        );
        expect(keys.size).toBe(links);
        const degrees = new Array<number>(switches).fill(0);
        for (const sw of drawn.flat()) degrees[sw] = (degrees[sw] ?? 0) + 1;
        expect(Math.max(...degrees)).toBeLessThanOrEqual(degree);
        expect(parts(switches, drawn)).toBe(1);
      }
    },
  );

  it("fills every port of parallel links too", () => {
    for (let seed = 0; seed < 30; seed++) {
      const drawn = randomLinks({
        switches: 5,
        links: 10,
        degree: 4,
        parallel: true,
        seed,
      });
      expect(drawn).toHaveLength(10);
      expect(drawn.every(([a, b]) => a !== b)).toBe(true);
      expect(parts(5, drawn)).toBe(1);
    }
  });

  it.each([
    // 4 switches of degree 8 are 6 pairs, whatever the degree; 15 of degree 4 are 105, and 30 links.
    [
      { switches: 4, links: 7, degree: 8 },
      "with at most one link between two",
      "more switches, or parallel: true",
    ],
    [
      { links: 31 },
      "with at most 4 links each",
      "a larger degree, more switches, or parallel: true",
    ],
  ])(
    "says what makes room for more links than %j",
    (options, message, hint) => {
      expect(() => make(options)).toThrow(
        expect.objectContaining({
          message: expect.stringContaining(message),
          hint,
        }),
      );
    },
  );

  it.each([
    [{ links: 13 }, "E_IRREGULAR_FEW_LINKS", "links", "at least 14"],
    [{ links: 31 }, "E_IRREGULAR_MANY_LINKS", "links", "at most 30"],
    [{ switches: 4, links: 7 }, "E_IRREGULAR_MANY_LINKS", "links", "at most 6"],
    [
      { switches: 4, links: 9, parallel: true },
      "E_IRREGULAR_MANY_LINKS",
      "links",
      "at most 8",
    ],
    [
      { switches: 3, links: 2, degree: 1 },
      "E_IRREGULAR_FEW_LINKS",
      "degree",
      "at least 2",
    ],
    [
      { degree: 200, hostsPerSwitch: 100 },
      "E_IRREGULAR_PORTS",
      "hostsPerSwitch",
      "at most 254 together",
    ],
    [
      { switches: 49_000, links: 60_000, degree: 200 },
      "E_IRREGULAR_SIZE",
      "switches",
      "fewer switches, or fewer ports for each",
    ],
  ])("refuses %j", (options, code, path, expected) => {
    try {
      make(options);
    } catch (error) {
      if (!FabricError.is(error)) throw error;
      expect(error.code).toBe(code);
      expect(error.where.path).toBe(path);
      expect(error.expected).toBe(expected);
      return;
    }
    throw new Error("nothing was refused");
  });
});

/** Connected parts, by union-find. */
function parts(
  switches: number,
  links: readonly (readonly [number, number])[],
): number {
  const parent = Array.from({ length: switches }, (_, sw) => sw);
  const find = (sw: number): number =>
    parent[sw] === sw ? sw : find(parent[sw] ?? sw);
  let left = switches;
  for (const [a, b] of links) {
    const [x, y] = [find(a), find(b)];
    if (x === y) continue;
    parent[x] = y;
    left -= 1;
  }
  return left;
}

it("has as many links for each switch as kim2007 where nobody says how many", () => {
  const linksOf = (options: OptionsInput<typeof irregular.params>) =>
    pairs(make(options)).length;
  expect(linksOf({})).toBe(23);
  expect(linksOf({ switches: 30 })).toBe(46);
  // 24 * 23 / 15 = 36.8.
  expect(linksOf({ switches: 24 })).toBe(37);
  // A ring is all that the degree allows; one switch has none.
  expect(linksOf({ switches: 24, degree: 2 })).toBe(24);
  expect(linksOf({ switches: 1 })).toBe(0);
  expect(linksOf({ switches: 24, links: 23 })).toBe(23);
});
