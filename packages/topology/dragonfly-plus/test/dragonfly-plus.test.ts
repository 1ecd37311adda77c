import { FabricError, parseOptions, type Fabric } from "@fabriclab/spec";
import { neighbours } from "@fabriclab/testing-fabrics";
import type { NodeIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { dragonflyPlus } from "../src/index.ts";

const make = (options: object): Fabric =>
  dragonflyPlus.build(parseOptions(dragonflyPlus, options));

const codeOf = (options: object): string => {
  try {
    make(options);
  } catch (error) {
    if (FabricError.is(error)) return `${error.code} ${error.where.path}`;
    throw error;
  }
  return "none";
};

describe("a dragonfly+", () => {
  // Three groups of two leaves below two spines with a global link each: one cable between any two groups.
  const fabric = make({
    hostsPerLeaf: 2,
    leaves: 2,
    spines: 2,
    globalLinks: 1,
    groups: 0,
  });

  it("has the switches and cables of the drawing", () => {
    expect(fabric.nodeName.slice(0, 12)).toEqual([
      "SP(0.0)",
      "SP(0.1)",
      "SP(1.0)",
      "SP(1.1)",
      "SP(2.0)",
      "SP(2.1)",
      "LF(0.0)",
      "LF(0.1)",
      "LF(1.0)",
      "LF(1.1)",
      "LF(2.0)",
      "LF(2.1)",
    ]);
    expect(neighbours(fabric, "LF(1.1)")).toEqual([
      "P(1.1.0):1",
      "P(1.1.1):1",
      "SP(1.0):2",
      "SP(1.1):2",
    ]);
    // The first spine leads to the group that follows, the second to the one after it.
    expect(neighbours(fabric, "SP(0.0)")).toEqual([
      "LF(0.0):3",
      "LF(0.1):3",
      "SP(1.1):3",
    ]);
    expect(neighbours(fabric, "SP(0.1)")[2]).toBe("SP(2.0):3");
    expect(neighbours(fabric, "SP(1.0)")[2]).toBe("SP(2.1):3");
  });

  it("of 36-port switches reaches 18^4 + 18^2 hosts, as Shpiner et al. count them", () => {
    // Half of each switch's ports down, half up: 18 x 18 hosts in each of 18 x 18 + 1 groups.
    const { claims } = dragonflyPlus;
    const options = parseOptions(dragonflyPlus, {
      hostsPerLeaf: 18,
      leaves: 18,
      spines: 18,
      globalLinks: 18,
      groups: 0,
    });
    expect(claims.hosts(options)).toBe(18 ** 4 + 18 ** 2);
  });

  it("is refused where groups could not reach each other, or switches have too few ports", () => {
    expect(codeOf({ groups: 17 })).toBe("none");
    expect(codeOf({ groups: 18 })).toBe("E_DRAGONFLY_PLUS_GROUPS groups");
    expect(() =>
      make({ spines: 1, leaves: 1, globalLinks: 1, groups: 3 }),
    ).toThrow(
      expect.objectContaining({ got: "3 groups, 1 global link of 1 spine" }),
    );
    expect(codeOf({ leaves: 251 })).toBe("E_DRAGONFLY_PLUS_PORTS globalLinks");
    expect(codeOf({ hostsPerLeaf: 251 })).toBe(
      "E_DRAGONFLY_PLUS_PORTS hostsPerLeaf",
    );
    expect(codeOf({ spines: 64, globalLinks: 64, groups: 0 })).toBe(
      "E_DRAGONFLY_PLUS_TOO_LARGE groups",
    );
  });

  it("is proposed for a number of hosts, of switches with as many cables up as down", () => {
    const sizes = dragonflyPlus.claims.sizes!(1000, {});
    expect(sizes.map(({ leaves, groups }) => [leaves, groups])).toEqual([
      // 28 · 36, 16 · 64 and 21 · 49 hosts; with 25 to a group 40 groups are needed, of which 26 can be joined.
      [6, 28],
      [8, 16],
      [7, 21],
    ]);
    expect(
      dragonflyPlus.claims.sizes!(1000, { hostsPerLeaf: 20, leaves: 10 })[0],
    ).toMatchObject({ hostsPerLeaf: 20, leaves: 10, spines: 2, groups: 5 });
  });

  it("is proposed of switches with a given number of ports, which it uses all", () => {
    const sizes = dragonflyPlus.claims.sizes!;
    // 20 hosts at each of 20 leaves are 400 to a group.
    expect(sizes(2000, { ports: 40 })).toEqual([
      {
        ...{ hostsPerLeaf: 20, leaves: 20, spines: 20, globalLinks: 20 },
        ...{ groups: 5, ports: 40 },
      },
    ]);
    // What is given leaves 30 and 36 ports; an odd port leads down.
    expect(sizes(500, { ports: 40, spines: 10, leaves: 4 })).toMatchObject([
      { hostsPerLeaf: 30, leaves: 4, spines: 10, globalLinks: 36, groups: 5 },
    ]);
    expect(sizes(10, { ports: 5, groups: 2 })).toMatchObject([
      { hostsPerLeaf: 3, spines: 2, leaves: 3, globalLinks: 2, groups: 2 },
    ]);
    // Groups of 4 ports reach 4 others: 5 · 4 hosts.
    expect(sizes(20, { ports: 4 })).toHaveLength(1);
    expect(sizes(21, { ports: 4 })).toEqual([]);
    expect(sizes(1, { ports: 8, spines: 8 })).toEqual([]);
    expect(sizes(1, { ports: 1 })).toEqual([]);
  });

  it("has the ports that are asked for, free where there are no cables", () => {
    const shape = { hostsPerLeaf: 1, leaves: 2, spines: 2, globalLinks: 1 };
    const wide = make({ ...shape, groups: 3, ports: 6 });
    const tight = make({ ...shape, groups: 3 });
    // A spine has three cables, as has a leaf.
    expect(wide.radix(0 as NodeIx)).toBe(6);
    expect(tight.radix(0 as NodeIx)).toBe(3);
    expect(wide.linkCount).toBe(tight.linkCount);
    expect(neighbours(wide, "SP(0.0)")).toEqual([
      ...neighbours(tight, "SP(0.0)"),
      ...["-", "-", "-"],
    ]);
    expect(codeOf({ ...shape, groups: 3, ports: 3 })).toBe("none");
    expect(codeOf({ ...shape, groups: 3, ports: 2 })).toBe(
      "E_DRAGONFLY_PLUS_PORTS ports",
    );
  });
});
