import { sequential } from "@fabriclab/addressing-sequential";
import { withoutLinks } from "@fabriclab/fabric";
import { FabricError, parseOptions, type RoutingRule } from "@fabriclab/spec";
import {
  adaptiveWays,
  legalFirstHops,
  offeredHops,
} from "@fabriclab/testing-fabrics";
import { mesh } from "@fabriclab/topology-mesh";
import type { Lid, SwitchIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { negativeFirst } from "../src/index.ts";

function build(columns: number, rows: number) {
  const fabric = mesh.build(parseOptions(mesh, { columns, rows }));
  const lids = sequential.assign(fabric, parseOptions(sequential, {}));
  const rule = negativeFirst.create({ fabric, lids }, {}) as RoutingRule;
  const hops = (at: string, to: string): string =>
    offeredHops(
      rule,
      (fabric.findNode(at) ?? -1) as number as SwitchIx,
      (lids.baseLid[fabric.nodeEndport[fabric.findNode(to) ?? -1] ?? -1] ??
        0) as Lid,
    ).join("");
  return { fabric, lids, rule, hops };
}

const sizes = [
  [4, 4],
  [3, 6],
  [6, 3],
  [1, 5],
  [5, 1],
  [2, 2],
  [1, 1],
] as const;

// Glass and Ni: the turns from a positive to a negative direction are forbidden.
const forbidden = ["ES", "NW"];

describe.each(sizes)("on a mesh of %i columns and %i rows", (columns, rows) => {
  const { fabric, lids, rule, hops } = build(columns, rows);

  it("offers exactly the first hops of all shortest paths without a forbidden turn", () => {
    for (let a = 0; a < columns * rows; a++)
      for (let b = 0; b < columns * rows; b++) {
        const [ax, ay] = [Math.floor(a / rows), a % rows];
        const [bx, by] = [Math.floor(b / rows), b % rows];
        const due =
          a === b
            ? ["-"]
            : [...legalFirstHops(bx - ax, by - ay, forbidden)].sort();
        const offered = [...hops(`N(${ax},${ay})`, `H(${bx},${by})`)].sort();
        expect(offered, `N(${ax},${ay}) to H(${bx},${by})`).toEqual(due);
      }
  });

  it("cannot deadlock on one lane, whichever candidates packets take", () => {
    const { turns, circle } = adaptiveWays(fabric, rule, lids);
    expect(circle).toEqual([]);
    for (const turn of forbidden) expect(turns.has(turn), turn).toBe(false);
    // All turns that are not forbidden (and not back) are taken where there is room for them.
    if (columns > 3 && rows > 3)
      expect(turns.size).toBe(4 + 8 - forbidden.length);
  });
});

describe("negative-first by hand on a mesh of 5 columns and 4 rows", () => {
  const { hops } = build(5, 4);

  it("offers the longer leg first, x where they are equal", () => {
    expect(hops("N(0,0)", "H(4,3)")).toBe("EN");
    expect(hops("N(0,0)", "H(2,3)")).toBe("NE");
    expect(hops("N(1,1)", "H(2,2)")).toBe("EN");
    expect(hops("N(4,3)", "H(0,0)")).toBe("WS");
    expect(hops("N(4,3)", "H(3,0)")).toBe("SW");
    // west and south come before north and east
    expect(hops("N(4,0)", "H(1,3)")).toBe("W");
    expect(hops("N(0,3)", "H(3,0)")).toBe("S");
  });

  it("leads to switches, and out of the host's port", () => {
    expect(hops("N(2,2)", "N(2,2)")).toBe("-");
    expect(hops("N(0,0)", "N(4,0)")).toBe("E");
    expect(hops("N(2,2)", "H(2,2)")).toBe("-");
  });
});

describe("refusals", () => {
  it("name the switch where a cable is missing, and a torus", () => {
    const refused = (fabric = mesh.build(parseOptions(mesh, {}))): unknown => {
      const lids = sequential.assign(fabric, parseOptions(sequential, {}));
      try {
        negativeFirst.create({ fabric, lids }, {});
      } catch (error) {
        if (FabricError.is(error)) return [error.code, error.where.path];
        throw error;
      }
      return undefined;
    };
    const code = "E_NEGATIVE_FIRST_UNSUPPORTED_FABRIC";
    const torus = mesh.build(
      parseOptions(mesh, { columns: 3, rows: 3, wrap: true }),
    );
    expect(refused(torus)).toEqual([code, "topology"]);
    const { fabric } = build(3, 3);
    const south = fabric.portLink[(fabric.portStart[4] ?? 0) + 3] ?? -1;
    expect(refused(withoutLinks(fabric, [south]))).toEqual([code, "N(1,0):2"]);
  });
});
