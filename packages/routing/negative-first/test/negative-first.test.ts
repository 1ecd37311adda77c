import { sequential } from "@fabriclab/addressing-sequential";
import { withoutLinks } from "@fabriclab/fabric";
import { FabricError, parseOptions, type RoutingRule } from "@fabriclab/spec";
import {
  hopsBetween,
  turnModelSizes,
  wrongFirstHops,
  wrongTurns,
} from "@fabriclab/testing-fabrics";
import { mesh } from "@fabriclab/topology-mesh";
import { describe, expect, it } from "vitest";
import { negativeFirst } from "../src/index.ts";

function build(columns: number, rows: number) {
  const fabric = mesh.build(parseOptions(mesh, { columns, rows }));
  const lids = sequential.assign(fabric, parseOptions(sequential, {}));
  const rule = negativeFirst.create({ fabric, lids }, {}) as RoutingRule;
  return { fabric, lids, rule };
}

// Glass and Ni: the turns from a positive to a negative direction are forbidden.
const forbidden = ["ES", "NW"];

describe.each(turnModelSizes)(
  "on a mesh of %i columns and %i rows",
  (columns, rows) => {
    const built = build(columns, rows);

    it("offers exactly the first hops of all shortest paths without a forbidden turn", () => {
      expect(wrongFirstHops(built, columns, rows, forbidden)).toEqual([]);
    });

    it("cannot deadlock on one lane, whichever candidates packets take", () => {
      const roomForAll = columns > 3 && rows > 3;
      expect(wrongTurns(built, forbidden, roomForAll)).toEqual([]);
    });
  },
);

describe("negative-first by hand on a mesh of 5 columns and 4 rows", () => {
  const built = build(5, 4);
  const hops = (at: string, to: string): string => hopsBetween(built, at, to);

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
