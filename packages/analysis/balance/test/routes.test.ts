import { FabricBuilder } from "@fabriclab/fabric";
import { PathWalker } from "@fabriclab/paths";
import { sequential } from "@fabriclab/addressing-sequential";
import { singleLid } from "@fabriclab/routing-single-lid";
import {
  parseOptions,
  type Fabric,
  type ForwardingTables,
  type RoutingRule,
} from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import {
  irregularFabric,
  opensmUpDown,
  parallel,
  star,
} from "@fabriclab/testing-fabrics";
import { fatTree } from "@fabriclab/topology-fat-tree";
import type { EndportIx, SwitchIx } from "@fabriclab/units";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  drawBisections,
  effectiveBisection,
  routeCounts,
  worstPermutation,
  worstShift,
} from "../src/index.ts";

const lidsOf = (fabric: Fabric) =>
  sequential.assign(fabric, parseOptions(sequential, {}));
const upDown = (fabric: Fabric): ForwardingTables =>
  opensmUpDown(fabric, lidsOf(fabric), [0 as SwitchIx]);

/** Two switches, one cable, two hosts at each: a, b at s; c, d at t. */
function dumbbell(): Fabric {
  const builder = new FabricBuilder("dumbbell");
  const [s, t] = [builder.addSwitch("s", 3), builder.addSwitch("t", 3)];
  builder.connect(s, 3, t, 3);
  for (const [i, name] of ["a", "b", "c", "d"].entries())
    builder.connect(builder.addHost(name), 1, i < 2 ? s : t, (i % 2) + 1);
  return builder.build();
}

const tree = fatTree.build(parseOptions(fatTree, { ports: 8, levels: 3 }));
const dModK = ((): ForwardingTables => {
  const lids = lidsOf(tree);
  const routing = singleLid.create({ fabric: tree, lids }, {}) as RoutingRule;
  return linear.build(
    { fabric: tree, lids, routing, routingName: "single-lid", groups: [] },
    parseOptions(linear, {}),
  );
})();

describe("routes per channel", () => {
  it("are spread evenly by d-mod-k on a fat tree, by closed forms", () => {
    const { channels, routes, max, mean, dark, bundles } = routeCounts(
      tree,
      dModK,
    );
    // 128 hosts, 4 a leaf. Up from a leaf: 4 sources to 124 others, over 4 ports: 124. All levels and directions alike.
    expect(max).toBe(124);
    expect(channels).toHaveLength(2 * (384 - 128));
    expect(
      [...new Set(channels.map((channel) => routes[channel]))].sort(),
    ).toEqual(
      // to the next leaf of the subtree only 112 of the 124 go on to the roots
      [112, 124],
    );
    expect(mean).toBe((112 + 124) / 2);
    expect([dark, bundles]).toEqual([[], []]);
  });

  it("are those of the paths followed one by one", () => {
    fc.assert(
      fc.property(fc.nat({ max: 1000 }), (seed) => {
        const fabric = irregularFabric({
          switches: 9,
          ports: 5,
          extraLinks: 5,
          seed,
        });
        const tables = upDown(fabric);
        const expected = new Int32Array(fabric.portCount);
        const walker = new PathWalker(fabric, tables);
        for (let s = fabric.switchCount; s < fabric.endportCount; s++)
          for (let d = fabric.switchCount; d < fabric.endportCount; d++) {
            if (s === d) continue;
            walker.walk(
              s as EndportIx,
              tables.pathLid(s as EndportIx, d as EndportIx),
            );
            for (let i = 1; i < walker.length; i++) {
              const channel = walker.channels[i] ?? 0;
              expected[channel] = (expected[channel] ?? 0) + 1;
            }
          }
        expect(routeCounts(fabric, tables).routes).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });

  it("tell which cables of a bundle are used, and which are dark", () => {
    const fabric = parallel(3);
    const { bundles, dark, max } = routeCounts(fabric, upDown(fabric));
    // one host at each end: one route each way, over one of three cables
    expect(bundles.map(({ routes }) => [...routes].sort())).toEqual([
      [0, 0, 1],
      [0, 0, 1],
    ]);
    expect([dark.length, max]).toEqual([4, 1]);
  });

  it("leave out endports that are not asked for", () => {
    const fabric = dumbbell();
    const endports = [2, 4].map((one) => one as EndportIx);
    const { max } = routeCounts(fabric, upDown(fabric), { endports });
    expect(max).toBe(1);
  });
});

describe("effective bisection bandwidth", () => {
  it("is full where all hosts are at one switch", () => {
    const fabric = star(6);
    expect(effectiveBisection(fabric, upDown(fabric), { samples: 20 })).toEqual(
      { value: 1, ci95: 0, samples: 20 },
    );
  });

  it("is taken in each part that no cables join: flows between parts, which nothing carries, are none", () => {
    // Two switches without a cable between them, three hosts at each: a pair in each part, one host left out.
    const builder = new FabricBuilder("two stars");
    for (const name of ["s", "t"]) {
      const sw = builder.addSwitch(name, 3);
      for (let port = 1; port <= 3; port++)
        builder.connect(builder.addHost(`${name}${port}`), 1, sw, port);
    }
    const fabric = builder.build();
    const routing: RoutingRule = {
      candidates(at, lid, out) {
        const owner = lids.owner[lid] ?? -1;
        const entry = fabric.attachment(owner as EndportIx);
        if (entry?.sw !== at) return 0;
        out[0] = entry.num;
        return 1;
      },
    };
    const lids = lidsOf(fabric);
    const tables = linear.build(
      { fabric, lids, routing, routingName: "stars", groups: [] },
      parseOptions(linear, {}),
    );
    expect(effectiveBisection(fabric, tables, { samples: 20 })).toEqual({
      value: 1,
      ci95: 0,
      samples: 20,
    });
  });

  it("is 5/6 of two pairs of hosts with one cable between", () => {
    // {a, b} against {c, d} is a third of all bisections, and halves both flows; the others put one flow at most on each channel
    const fabric = dumbbell();
    const { value, ci95 } = effectiveBisection(fabric, upDown(fabric), {
      samples: 20_000,
      seed: 7,
    });
    expect(ci95).toBeLessThan(0.005);
    expect(Math.abs(value - 5 / 6)).toBeLessThan(2 * ci95);
  });

  it("has the interval of two samples that Student's t distribution gives", () => {
    // Of two means x and y the standard error is |x - y| / 2, and t(0.975, 1) = 12.7062 (tables of the distribution); a bisection has a mean of
    // 1/2 or 1 here, so two samples that differ leave a standard error of 1/4.
    const fabric = dumbbell();
    const tables = upDown(fabric);
    const found = Array.from({ length: 40 }, (_, i) =>
      effectiveBisection(fabric, tables, { samples: 2, seed: i + 1 }),
    );
    const mixed = found.filter(({ value }) => value === 0.75);
    expect(mixed.length).toBeGreaterThan(0);
    for (const { ci95 } of mixed) expect(ci95).toBeCloseTo(12.7062 / 4, 4);
    for (const { value, ci95 } of found)
      if (value !== 0.75) expect(ci95).toBe(0);
  });

  it("is the same for the same seed and refuses to guess from one sample", () => {
    const fabric = dumbbell();
    const tables = upDown(fabric);
    const of = (seed: number) =>
      effectiveBisection(fabric, tables, { samples: 30, seed });
    expect(of(3)).toEqual(of(3));
    const values = [1, 2, 3, 4, 5, 6].map((seed) => of(seed).value);
    expect(new Set(values).size).toBeGreaterThan(1);
    expect(() => effectiveBisection(fabric, tables, { samples: 1 })).toThrow(
      expect.objectContaining({ code: "E_BALANCE_SAMPLES" }) as Error,
    );
  });
});

describe("bisections that are drawn once", () => {
  it("are halves of all hosts but one that is left out of an odd number, and give what those drawn for each measurement give", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 9 }),
        fc.nat({ max: 99 }),
        (count, seed) => {
          const fabric = star(count);
          const hosts = Array.from(
            { length: count },
            (_, i) => (fabric.switchCount + i) as EndportIx,
          );
          const options = { samples: 5, seed };
          const draws = drawBisections(fabric, hosts, options);
          expect(draws).toHaveLength(5);
          for (const { sources, destinations } of draws) {
            expect(sources).toHaveLength(Math.floor(count / 2));
            expect(destinations).toHaveLength(Math.floor(count / 2));
            const drawn = new Set([...sources, ...destinations]);
            expect(drawn.size).toBe(2 * Math.floor(count / 2));
            expect(hosts).toEqual(expect.arrayContaining([...drawn]));
          }
        },
      ),
    );
    const fabric = dumbbell();
    const tables = upDown(fabric);
    const options = { samples: 30, seed: 5 };
    const endports = [1, 0, 3, 2].map(
      (host) => (fabric.switchCount + host) as EndportIx,
    );
    const draws = drawBisections(fabric, endports, options);
    for (let turn = 0; turn < 2; turn++)
      expect(
        effectiveBisection(fabric, tables, { ...options, endports, draws }),
      ).toEqual(effectiveBisection(fabric, tables, { ...options, endports }));
  });

  it("are two at least, of two hosts at least", () => {
    const fabric = star(3);
    const [one, other] = [1, 2].map((at) => at as EndportIx);
    const code = expect.objectContaining({
      code: "E_BALANCE_SAMPLES",
    }) as Error;
    expect(() => drawBisections(fabric, [one!])).toThrow(code);
    expect(() =>
      drawBisections(fabric, [one!, other!], { samples: 1 }),
    ).toThrow(code);
  });
});

describe("the worst shift and the worst permutation", () => {
  const fabric = dumbbell();
  const tables = upDown(fabric);

  it("send both hosts of a switch over the cable", () => {
    // by 2: a -> c, b -> d and back; by 1 and by 3 one flow each way
    const cable = fabric.portStart[0] ?? 0;
    expect(worstShift(fabric, tables)).toEqual({
      mean: 0.5,
      most: 2,
      channel: cable + 2,
      slowest: 2,
      which: 2,
      looked: 3,
      all: 3,
    });
    expect(worstPermutation(fabric, tables)).toMatchObject({
      mean: 0.5,
      most: 2,
      looked: 200,
    });
  });

  it("cost nothing on a fat tree routed by d-mod-k, as every shift is free of contention there", () => {
    expect(worstShift(tree, dModK)).toMatchObject({ mean: 1, looked: 127 });
    expect(worstPermutation(tree, dModK).mean).toBeLessThan(1);
  });

  it("are looked at up to a million flows, spread over all, and say how many there are", () => {
    // 1,001 hosts have 1,000 shifts of 1,001 flows, of which 999 have no more than a million flows together
    const builder = new FabricBuilder("seven stars");
    const hub = builder.addSwitch("hub", 7);
    for (let i = 0; i < 7; i++) {
      const sw = builder.addSwitch(`star ${i}`, 144);
      builder.connect(hub, i + 1, sw, 144);
      for (let num = 1; num <= 143; num++)
        builder.connect(builder.addHost(`host ${i} ${num}`), 1, sw, num);
    }
    const wide = builder.build();
    const starTables = upDown(wide);
    expect(worstShift(wide, starTables)).toMatchObject({
      looked: 999,
      all: 1000,
    });
    expect(
      worstPermutation(wide, starTables, { samples: 1 }).all,
    ).toBeUndefined();
  });

  it("are found among the last ones too, where not all are looked at", () => {
    // Two halves of 1,001 hosts with one cable between them. Shift 1,001, the only one by which everybody crosses it, is of 2,001 shifts in the middle, and 499 are looked at.
    const builder = new FabricBuilder("halves");
    const hubs = ["left", "right"].map((name) => builder.addSwitch(name, 8));
    builder.connect(hubs[0]!, 8, hubs[1]!, 8);
    for (const [half, hub] of hubs.entries())
      for (let i = 0; i < 7; i++) {
        const sw = builder.addSwitch(`star ${half} ${i}`, 144);
        builder.connect(hub, i + 1, sw, 144);
        for (let num = 1; num <= 143; num++)
          builder.connect(
            builder.addHost(`host ${half} ${i} ${num}`),
            1,
            sw,
            num,
          );
      }
    const fabric = builder.build();
    const { which, most, looked, all } = worstShift(fabric, upDown(fabric));
    expect({ looked, all }).toEqual({ looked: 499, all: 2001 });
    // The nearest to 1,001 that is looked at: 1 + floor(i * 2001 / 499) is 999 for i = 249, and 1003 for i = 250.
    expect([999, 1003]).toContain(which);
    expect(most).toBe(999);
  });

  it("follow lanes to the same end where there are SL2VL tables", () => {
    const sl2vl = tree.portStart
      .slice(0, tree.switchCount)
      .reduce<Uint8Array[]>((all, _, sw) => {
        const ports =
          (tree.portStart[sw + 1] ?? 0) - (tree.portStart[sw] ?? 0) + 1;
        return [...all, new Uint8Array(ports * ports * 16)];
      }, []);
    const options = { samples: 5, seed: 2 };
    expect(worstPermutation(tree, { ...dModK, sl2vl }, options)).toEqual(
      worstPermutation(tree, dModK, options),
    );
  });

  it("give no bandwidth to flows that do not arrive", () => {
    const cut = {
      ...tables,
      lft: tables.lft.map((lft) => lft.slice().fill(255)),
    };
    expect(worstShift(fabric, cut)).toMatchObject({ mean: 0, most: 0 });
  });
});
