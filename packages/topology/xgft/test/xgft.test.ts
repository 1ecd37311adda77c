import { fatTree } from "@fabriclab/topology-fat-tree";
import { FabricError, parseOptions, type Fabric } from "@fabriclab/spec";
import type { NodeIx } from "@fabriclab/units";
import * as fc from "fast-check";
import { neighbours } from "@fabriclab/testing-fabrics";
import { describe, expect, it } from "vitest";
import { xgft } from "../src/index.ts";

const make = (options: object): Fabric =>
  xgft.build(parseOptions(xgft, options));

const codeOf = (options: object): string => {
  try {
    make(options);
  } catch (error) {
    if (FabricError.is(error))
      return `${error.code} ${error.where.path} ${error.got}`;
    throw error;
  }
  return "none";
};

describe("a tapered tree of two levels", () => {
  // Four hosts and two uplinks at each of three leaves: 2:1.
  const fabric = make({ children: "4,3", parents: "2" });

  it("has the switches and cables of the drawing", () => {
    expect(fabric.nodeName.slice(0, 5)).toEqual([
      "SW(2;0)",
      "SW(2;1)",
      "SW(1;0)",
      "SW(1;1)",
      "SW(1;2)",
    ]);
    expect(neighbours(fabric, "SW(1;1)")).toEqual([
      "P(1.0):1",
      "P(1.1):1",
      "P(1.2):1",
      "P(1.3):1",
      "SW(2;0):2",
      "SW(2;1):2",
    ]);
    expect(neighbours(fabric, "SW(2;1)")).toEqual([
      "SW(1;0):6",
      "SW(1;1):6",
      "SW(1;2):6",
    ]);
  });

  it("has parallel cables side by side, and free ports behind them", () => {
    const twice = make({
      children: "1,2",
      parents: "2",
      parallel: 2,
      ports: 6,
    });
    expect(neighbours(twice, "SW(1;1)")).toEqual([
      "P(1.0):1",
      "SW(2;0):3",
      "SW(2;0):4",
      "SW(2;1):3",
      "SW(2;1):4",
      "-",
    ]);
  });
});

it("has as many parallel cables on each level as asked for", () => {
  // One cable up from a leaf, three from the level above it.
  const fabric = make({ children: "1,2,1", parents: "1,1", parallel: "1,3" });
  expect(neighbours(fabric, "SW(1;0.1)")).toEqual([
    "P(0.1.0):1",
    "SW(2;0.0):2",
  ]);
  expect(neighbours(fabric, "SW(2;0.0)")).toEqual([
    "SW(1;0.0):2",
    "SW(1;0.1):2",
    "SW(3;0.0):1",
    "SW(3;0.0):2",
    "SW(3;0.0):3",
  ]);
  expect(codeOf({ children: "4,4,4", parents: "2,2", parallel: "1,2,3" })).toBe(
    "E_XGFT_LEVELS parallel 3 numbers",
  );
});

it("joins on three levels what agrees in all digits but one", () => {
  // Leaves 0.0 … 1.1 below tops 0 and 1 of two subtrees; the roots' copies are top·3 + y.
  const fabric = make({ children: "1,2,2", parents: "2,3" });
  expect(neighbours(fabric, "SW(1;1.0)")).toEqual([
    "P(1.0.0):1",
    "SW(2;1.0):1",
    "SW(2;1.1):1",
  ]);
  expect(neighbours(fabric, "SW(2;1.1)")).toEqual([
    "SW(1;1.0):3",
    "SW(1;1.1):3",
    "SW(3;1.0):2",
    "SW(3;1.1):2",
    "SW(3;1.2):2",
  ]);
});

it("is the m-port n-tree where its numbers are that tree's", () => {
  const tree = fatTree.build(parseOptions(fatTree, { ports: 8, levels: 3 }));
  const same = make({ children: "4,4,8", parents: "4,4" });
  expect([same.switchCount, same.hostCount, same.linkCount]).toEqual([
    tree.switchCount,
    tree.hostCount,
    tree.linkCount,
  ]);
  const radix = (fabric: Fabric): Set<number> =>
    new Set(
      Array.from({ length: fabric.switchCount }, (_, sw) =>
        fabric.radix(sw as NodeIx),
      ),
    );
  expect(radix(same)).toEqual(radix(tree));
});

it("has as many hosts, switches and cables as the formulas say, and each leaf as many uplinks", () => {
  const level = fc.integer({ min: 1, max: 4 });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(level, level, fc.integer({ min: 1, max: 3 })), {
        minLength: 1,
        maxLength: 4,
      }),
      fc.boolean(),
      (levels, alike) => {
        const m = levels.map(([children]) => children);
        const w = levels.slice(1).map(([, parents]) => parents);
        const cables = levels
          .slice(1)
          .map(([, , some]) => (alike ? levels[0]![2] : some));
        const fabric = make({
          children: m,
          parents: w,
          parallel: alike || w.length === 0 ? levels[0]![2] : cables,
        });
        const product = (list: readonly number[]): number =>
          list.reduce((all, one) => all * one, 1);
        const perLevel = m.map(
          (_, l) => product(m.slice(l + 1)) * product(w.slice(0, l)),
        );
        expect(fabric.hostCount).toBe(product(m));
        expect(fabric.switchCount).toBe(perLevel.reduce((a, b) => a + b, 0));
        expect(fabric.linkCount).toBe(
          w.reduce(
            (all, up, l) => all + perLevel[l]! * up * cables[l]!,
            product(m),
          ),
        );
        // Every port of a switch is cabled: none is asked for that is not needed.
        expect(fabric.portPeer.every((peer) => peer >= 0)).toBe(true);
        expect(new Set(fabric.nodeName).size).toBe(fabric.nodeName.length);
      },
    ),
    { numRuns: 60 },
  );
});

describe("a tree with fewer hosts than it has room for", () => {
  const fabric = make({ children: "4,3", parents: "2", hosts: 6 });

  it("has the first ones, leaf by leaf, and all switches; the other ports have no cable", () => {
    expect(fabric.switchCount).toBe(5);
    expect(neighbours(fabric, "SW(1;0)").slice(0, 4)).toEqual([
      "P(0.0):1",
      "P(0.1):1",
      "P(0.2):1",
      "P(0.3):1",
    ]);
    for (const [leaf, hosts] of [
      ["SW(1;1)", ["P(1.0):1", "P(1.1):1", "-", "-"]],
      ["SW(1;2)", ["-", "-", "-", "-"]],
    ] as const)
      expect(neighbours(fabric, leaf)).toEqual([
        ...hosts,
        `SW(2;0):${Number(leaf.at(-2)) + 1}`,
        `SW(2;1):${Number(leaf.at(-2)) + 1}`,
      ]);
    // 6 to hosts, 3 leaves of 2 uplinks
    expect(fabric.linkCount).toBe(12);
  });

  it("is refused where it has no room for them", () => {
    expect(codeOf({ children: "4,3", parents: "2", hosts: 13 })).toBe(
      "E_XGFT_HOSTS hosts 13",
    );
  });
});

it.each([
  [{ children: "8,4", parents: "4" }, "8,4 children 4 parents"],
  [{ children: "8,4", parents: "4", parallel: 1 }, "8,4 children 4 parents"],
  [
    { children: "8,4", parents: "4", parallel: 2 },
    "8,4 children 4 parents 2 parallel",
  ],
  [
    { children: "4,4,2", parents: "2,2", parallel: "2,2" },
    "4,4,2 children 2,2 parents 2 parallel",
  ],
  [
    { children: "4,4,2", parents: "2,2", parallel: "1,2" },
    "4,4,2 children 2,2 parents 1,2 parallel",
  ],
  [
    { children: "4,4,2", parents: "2,2", parallel: "1,2", hosts: 20 },
    "4,4,2 children 2,2 parents 1,2 parallel 20 hosts",
  ],
  [{ children: 4, parents: [], hosts: 4 }, "4 children"],
])("is told by its name from other trees: %o", (options, name) => {
  expect(make(options).name).toBe(`xgft ${name}`);
});

it("has as many hosts and uplinks at each leaf as asked for", () => {
  const fabric = make({ children: "6,4,3", parents: "3,2", parallel: 1 });
  const leaves = fabric.nodeName.filter((name) => name.startsWith("SW(1;"));
  expect(leaves.length).toBe(12);
  for (const leaf of leaves) {
    const at = neighbours(fabric, leaf);
    expect(at.filter((name) => name.startsWith("P(")).length).toBe(6);
    expect(at.filter((name) => name.startsWith("SW(2;")).length).toBe(3);
  }
});

it("is one switch with its hosts where there is one level, which [] or no text names", () => {
  for (const parents of ["", []]) {
    const fabric = make({ children: 3, parents });
    expect(fabric.name).toBe("xgft 3 children");
    expect(fabric.nodeName).toEqual(["SW(1)", "P(0)", "P(1)", "P(2)"]);
  }
});

it("says that w1 is left out to those who give the paper's w1, …, wh", () => {
  const hintOf = (options: object): string | undefined => {
    try {
      make(options);
    } catch (error) {
      if (FabricError.is(error)) return error.hint;
      throw error;
    }
    return undefined;
  };
  expect(hintOf({ children: "4,3", parents: "1,2" })).toContain("leave out w1");
  expect(hintOf({ children: "4,3", parents: "2,2" })).toContain(
    "name three levels",
  );
  expect(hintOf({ ports: 11 })).toContain("more `ports`");
});

it("says what is wrong with its parameters", () => {
  expect(codeOf({ children: "4,4" })).toBe(
    "E_XGFT_LEVELS parents 2 in children, 2 in parents",
  );
  expect(codeOf({ children: "4,,2" })).toBe(
    "E_XGFT_NUMBERS children nothing between commas",
  );
  for (const [options, message, hint] of [
    [{ parents: "4,0" }, "parents has a 0", "roots have no number of parents"],
    [{ children: "8,0,4" }, "children has a 0", "give `hosts`"],
    [{ parallel: 0 }, "parallel has a 0", "one cable"],
  ] as const)
    expect(() => make(options)).toThrow(
      expect.objectContaining({
        code: "E_XGFT_NUMBERS",
        got: "0",
        message: expect.stringContaining(message) as string,
        hint: expect.stringContaining(hint) as string,
      }) as Error,
    );
  expect(codeOf({ children: "200,4", parents: "100" })).toBe(
    "E_XGFT_PORTS children 300 cables",
  );
  expect(codeOf({ ports: 11 })).toBe("E_XGFT_PORTS ports 12 cables");
  expect(codeOf({ children: "200,200,200", parents: "40,40" })).toContain(
    "E_XGFT_TOO_LARGE children",
  );
});
