import { FabricError, parseOptions, type Fabric } from "@fabriclab/spec";
import { relabelled } from "@fabriclab/testing-conformance";
import { readVectors } from "@fabriclab/testing-golden";
import { mesh } from "@fabriclab/topology-mesh";
import { describe, expect, it } from "vitest";
import { sharedLids } from "../src/collisions.ts";
import { meshXy } from "../src/index.ts";

const grid = (columns: number, rows: number, more: object = {}): Fabric =>
  mesh.build(parseOptions(mesh, { columns, rows, ...more }));

/** Node name -> LID. */
function lidsOf(fabric: Fabric, stride = "rows"): Map<string, number> {
  const { baseLid } = meshXy.assign(fabric, parseOptions(meshXy, { stride }));
  return new Map(
    Array.from(baseLid, (lid, endport) => [
      fabric.nodeName[fabric.endportNode[endport] ?? 0] ?? "",
      lid,
    ]),
  );
}

/** A refusal's code and what it got. */
function refused(fabric: Fabric, stride: string): FabricError {
  try {
    lidsOf(fabric, stride);
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("the LIDs that zhou2010 prints", () => {
  it("are 15 for N(3,2) on 4x4 (T-000-1)", () => {
    for (const stride of ["rows", "paper"])
      expect(lidsOf(grid(4, 4), stride).get("H(3,2)")).toBe(15);
  });

  it.each([
    ["H(0,3)", 4],
    ["H(0,4)", 5],
    ["H(3,3)", 19],
    ["H(4,0)", 21],
    ["H(4,2)", 23],
  ])("are on 5x5 for %s: %i (T-000-2)", (node, lid) => {
    for (const stride of ["rows", "paper"])
      expect(lidsOf(grid(5, 5), stride).get(node)).toBe(lid);
  });
});

// T-000-3: m columns, n rows, nodes whose LID is another's, LIDs below the highest that nobody owns.
const strides = [
  [2, 3, 1, 0],
  [3, 5, 4, 0],
  [8, 16, 56, 0],
  [3, 2, 0, 2],
  [5, 3, 0, 8],
  [16, 8, 0, 120],
] as const;

describe("the paper's formula x·m + y + 1 (T-000-3)", () => {
  it.each(strides)(
    "on %i x %i repeats %i LIDs and leaves %i unused",
    (m, n, repeats, unused) => {
      const shared = sharedLids(m, n, m);
      expect(shared.reduce((sum, { nodes }) => sum + nodes.length - 1, 0)).toBe(
        repeats,
      );
      if (repeats > 0) {
        const error = refused(grid(m, n), "paper");
        expect(error.code).toBe("E_MESH_XY_COLLISION");
        expect(error.where.path).toBe("addressing.stride");
        expect(error.got).toContain(`${repeats} of ${m * n} nodes`);
        return;
      }
      const lids = [...lidsOf(grid(m, n), "paper")]
        .filter(([name]) => name.startsWith("H"))
        .map(([, lid]) => lid);
      expect(new Set(lids).size).toBe(m * n);
      expect(Math.max(...lids) - lids.length).toBe(unused);
    },
  );

  it("names N(0,2) and N(1,0) as the owners of LID 3 on 2x3", () => {
    expect(sharedLids(2, 3, 2)).toEqual([
      {
        lid: 3,
        nodes: [
          [0, 2],
          [1, 0],
        ],
      },
    ]);
    expect(refused(grid(2, 3), "paper").got).toBe(
      "1 of 6 nodes without a LID of their own: LID 3 = N(0,2) = N(1,0)",
    );
  });

  it("collides exactly where there are more rows than columns, and two columns", () => {
    for (let m = 1; m <= 6; m++)
      for (let n = 1; n <= 6; n++)
        expect(sharedLids(m, n, m).length > 0).toBe(n > m && m > 1);
  });
});

const truth = readVectors("000");
describe.skipIf(truth === undefined)("vectors.json", () => {
  it("has the same LIDs, and the same collision", () => {
    const cases: { m: number; n: number; node: number[]; lid: number }[] =
      truth?.["lid"] ?? [];
    expect(cases.length).toBeGreaterThan(5);
    for (const { m, n, node, lid } of cases)
      expect(lidsOf(grid(m, n)).get(`H(${node.join()})`)).toBe(lid);
    const { m, n, a, b, both } = truth?.["lid_collision_paper_formula"] ?? {};
    expect(sharedLids(m, n, m)).toEqual([{ lid: both, nodes: [a, b] }]);
  });
});

describe("on any mesh", () => {
  it.each([
    [4, 6],
    [6, 4],
    [1, 5],
    [5, 1],
  ])(
    "%i x %i: hosts own 1 to m·n by x, then y; switches follow in the same order",
    (m, n) => {
      for (const fabric of [grid(m, n), relabelled(grid(m, n))]) {
        const lids = lidsOf(fabric);
        let due = 1;
        for (const kind of ["H", "N"])
          for (let x = 0; x < m; x++)
            for (let y = 0; y < n; y++)
              expect(lids.get(`${kind}(${x},${y})`)).toBe(due++);
      }
    },
  );

  it("gives the hosts of one switch consecutive LIDs", () => {
    const lids = lidsOf(grid(2, 2, { hostsPerSwitch: 3 }));
    expect(
      ["H(0,0,0)", "H(0,0,2)", "H(0,1,0)", "H(1,1,2)", "N(0,0)"].map((name) =>
        lids.get(name),
      ),
    ).toEqual([1, 3, 4, 12, 13]);
  });

  it("refuses more LIDs than a subnet has", () => {
    // 165 x 150 = 24,750 hosts and as many switches
    const error = refused(grid(165, 150), "rows");
    expect(error.code).toBe("E_MESH_XY_OVERFLOW");
    expect(error.got).toBe("49500 LIDs");
  });
});
