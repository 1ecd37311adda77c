import { parseOptions, type Fabric, type PathPattern } from "@fabriclab/spec";
import { portsTowards } from "@fabriclab/paths";
import { kimFigure4a } from "@fabriclab/testing-fabrics";
import { fig6like, irregular } from "@fabriclab/topology-irregular";
import { mesh } from "@fabriclab/topology-mesh";
import type { SwitchIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { figures, made } from "./made.ts";

const ones = (mask: number): number =>
  [...mask.toString(2)].filter((digit) => digit === "1").length;

/**
 * Reference: follows every (source, destination, bits) on the routing's patterns, most specific first or shortest first, without tables.
 *
 * @returns walks, and how many of them never arrive
 */
function reference(fabric: Fabric, lookup: string, root: number) {
  const { pathBits } = made(fabric, { routing: { root } });
  const towards = portsTowards(fabric);
  const out = new Uint8Array(255);
  const order =
    lookup === "specific"
      ? (p: PathPattern) => [-ones(p.care), p.hops, p.port]
      : (p: PathPattern) => [p.hops, -ones(p.care), p.port];
  const before = (p: PathPattern, q: PathPattern): boolean => {
    const [x, y] = [order(p), order(q)];
    const at = x.findIndex((one, i) => one !== y[i]);
    return at >= 0 && x[at]! < y[at]!;
  };
  let walks = 0;
  let astray = 0;
  for (let to = 0; to < fabric.switchCount; to++)
    for (let value = 0; value < 2 ** pathBits.bits; value++) {
      const next = Array.from({ length: fabric.switchCount }, (_, at) => {
        if (at === to) return to;
        let best: PathPattern | undefined;
        for (const one of pathBits.patterns(at as SwitchIx, to as SwitchIx))
          if ((value & one.care) === one.value)
            if (best === undefined || before(one, best)) best = one;
        towards(at as SwitchIx, to as SwitchIx, out);
        const port = fabric.portStart[at]! + (best?.port ?? out[0]!) - 1;
        return fabric.portNode[fabric.portPeer[port]!]!;
      });
      for (let from = 0; from < fabric.switchCount; from++) {
        if (from === to) continue;
        let at = from;
        for (let hop = 0; hop < fabric.switchCount && at !== to; hop++)
          at = next[at]!;
        walks += 1;
        if (at !== to) astray += 1;
      }
    }
  return { walks, astray };
}

const share = (fabric: Fabric, lookup: string, root = 0): number => {
  const { tables } = made(fabric, { routing: { root }, tables: { lookup } });
  const [walks, astray] = figures(
    tables,
    "walks of (source, destination, bits)",
    "that would not arrive",
  );
  return (100 * astray!) / walks!;
};
const random = (switches: number, links: number, seed: number): Fabric =>
  irregular.build(parseOptions(irregular, { switches, links, seed }));
const grid = mesh.build(parseOptions(mesh, { columns: 3, rows: 3 }));
const six = fig6like.build(parseOptions(fig6like, {}));
const mean = (values: readonly number[]): number =>
  values.reduce((sum, one) => sum + one, 0) / values.length;

describe("random bits that would loop (T-004-7)", () => {
  it("are none on the diamond and on fig6like, by either look-up", () => {
    for (const lookup of ["specific", "shortest"]) {
      expect(share(kimFigure4a(), lookup)).toBe(0);
      expect(share(six, lookup)).toBe(0);
    }
    // 15 x 14 pairs, 2^9 values.
    const { tables } = made(six);
    expect(figures(tables, "walks of (source, destination, bits)")).toEqual([
      107520,
    ]);
  });

  it("are as many as a walk on the patterns finds", () => {
    for (const fabric of [grid, random(8, 11, 1), random(8, 11, 4)])
      for (const lookup of ["specific", "shortest"]) {
        const { walks, astray } = reference(fabric, lookup, 1);
        expect(share(fabric, lookup, 1)).toBeCloseTo((100 * astray) / walks, 9);
      }
  });

  it("are 2 to 5 % on the 3 x 3 grid from its middle, by the most specific pattern", () => {
    const found = share(grid, "specific", 4);
    expect(found).toBeGreaterThanOrEqual(2);
    expect(found).toBeLessThanOrEqual(5);
  });

  it("are 0 to 8 % on average on random 8/11 and 15 to 29 % on random 15/23 fabrics, by the most specific pattern", () => {
    const small = [1, 2, 3, 4, 5].map((seed) =>
      share(random(8, 11, seed), "specific"),
    );
    expect(mean(small)).toBeGreaterThan(0);
    expect(mean(small)).toBeLessThanOrEqual(8);
    const large = [1, 2, 3].map((seed) =>
      share(random(15, 23, seed), "specific"),
    );
    expect(mean(large)).toBeGreaterThanOrEqual(15);
    expect(mean(large)).toBeLessThanOrEqual(29);
  });

  it("are far fewer by the shortest path's pattern, with no fewer paths", () => {
    const fabric = random(15, 23, 1);
    expect(share(fabric, "shortest")).toBeLessThan(
      share(fabric, "specific") / 3,
    );
    const paths = (lookup: string): number => {
      const { plan } = made(fabric, { tables: { lookup } });
      const [first, ...others] = Array.from(
        { length: fabric.hostCount },
        (_, i) => fabric.switchCount + i,
      );
      return others.reduce(
        (sum, to) => sum + plan.paths(first as never, to as never).length,
        0,
      );
    };
    expect(paths("shortest")).toBeGreaterThan(0.9 * paths("specific"));
  });
});

describe("sizes of the tables", () => {
  it("of fig6like are 30 or 60 by the paper's formula (T-004-9), and ours are no larger", () => {
    const sizes = made(six).tables.report!().tables.find(
      ({ name }) => name === "sizes",
    )!;
    expect(sizes.columns).toEqual([
      "switch",
      "k",
      "entries",
      "2^k x others",
      "2^k x all",
      "mended",
    ]);
    expect(new Set(sizes.rows.map((row) => row[4]))).toEqual(new Set([30, 60]));
    for (const [name, k, entries, others, all] of sizes.rows) {
      expect(others).toBe(14 * 2 ** Number(k));
      expect(all).toBe(15 * 2 ** Number(k));
      expect(Number(entries), String(name)).toBeLessThanOrEqual(Number(others));
    }
  });
});
