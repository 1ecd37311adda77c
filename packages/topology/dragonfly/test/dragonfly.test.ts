import { FabricError, parseOptions, type Fabric } from "@fabriclab/spec";
import fc from "fast-check";
import { neighbours } from "@fabriclab/testing-fabrics";
import { describe, expect, it } from "vitest";
import { dragonfly } from "../src/index.ts";

const make = (options: object): Fabric =>
  dragonfly.build(parseOptions(dragonfly, options));

const groupOf = (name: string): number => Number(/\((\d+)\./.exec(name)![1]);

/** Cables between each two groups, by `lower-higher`. */
function cablesBetween(fabric: Fabric): Map<string, number> {
  const found = new Map<string, number>();
  for (let port = 0; port < fabric.portCount; port++) {
    const peer = fabric.portPeer[port]!;
    if (peer < port) continue;
    const [one, other] = [port, peer].map((end) =>
      groupOf(fabric.nodeName[fabric.portNode[end]!]!),
    ) as [number, number];
    if (one === other) continue;
    const pair = `${Math.min(one, other)}-${Math.max(one, other)}`;
    found.set(pair, (found.get(pair) ?? 0) + 1);
  }
  return found;
}

const codeOf = (options: object): string => {
  try {
    make(options);
  } catch (error) {
    if (FabricError.is(error)) return `${error.code} ${error.where.path}`;
    throw error;
  }
  return "none";
};

describe("the dragonfly of Kim et al., Figure 5", () => {
  const fabric = make({});

  it("has 72 hosts at 36 switches in 9 groups", () => {
    expect(fabric.hostCount).toBe(72);
    expect(fabric.switchCount).toBe(36);
    expect(fabric.nodeName.slice(34, 37)).toEqual([
      "SW(8.2)",
      "SW(8.3)",
      "P(0.0.0)",
    ]);
  });

  it("leads from the first group to all others in their order, two from a switch", () => {
    expect(neighbours(fabric, "SW(0.0)")).toEqual([
      "P(0.0.0):1",
      "P(0.0.1):1",
      "SW(0.1):3",
      "SW(0.2):3",
      "SW(0.3):3",
      "SW(1.3):7",
      "SW(2.3):6",
    ]);
    expect(neighbours(fabric, "SW(0.1)").slice(2)).toEqual([
      "SW(0.0):3",
      "SW(0.2):4",
      "SW(0.3):4",
      "SW(3.2):7",
      "SW(4.2):6",
    ]);
    // The last group is followed by the first.
    expect(neighbours(fabric, "SW(8.0)").slice(5)).toEqual([
      "SW(0.3):7",
      "SW(1.3):6",
    ]);
  });
});

describe("dragonflies", () => {
  it("have the sizes of a·p·(a·h + 1) hosts where they are as large as can be", () => {
    // Balanced, a = 2p = 2h, as used in studies of dragonflies: 342, 1056 and 2550 hosts.
    for (const [half, hosts] of [
      [3, 342],
      [4, 1056],
      [5, 2550],
    ] as const) {
      const options = parseOptions(dragonfly, {
        hostsPerSwitch: half,
        switchesPerGroup: 2 * half,
        globalLinks: half,
      });
      expect(dragonfly.claims.hosts(options)).toBe(hosts);
      expect(dragonfly.claims.diameter!(options)).toBe(4);
    }
  });

  it("join each two groups by as many cables, over switches by turns", () => {
    fc.assert(
      fc.property(
        fc.record({
          switchesPerGroup: fc.integer({ min: 1, max: 6 }),
          globalLinks: fc.integer({ min: 1, max: 4 }),
        }),
        fc.nat(),
        (shape, seed) => {
          const most = shape.switchesPerGroup * shape.globalLinks + 1;
          const groups = 2 + (seed % (most - 1));
          const fabric = make({ ...shape, groups });
          const cables = cablesBetween(fabric);
          expect(cables.size).toBe((groups * (groups - 1)) / 2);
          expect(new Set(cables.values())).toEqual(
            new Set([Math.floor((most - 1) / (groups - 1))]),
          );
        },
      ),
    );
  });

  it("leave the ports free that do not go round", () => {
    // Eight global ports, three other groups: two cables to each, and two ports over.
    const fabric = make({ groups: 4 });
    expect(neighbours(fabric, "SW(2.3)").slice(5)).toEqual(["-", "-"]);
    expect(neighbours(fabric, "SW(2.2)").slice(5).join()).not.toContain("-,");
  });

  it("are refused where groups could not reach each other, or switches have too few ports", () => {
    expect(codeOf({ groups: 9 })).toBe("none");
    expect(codeOf({ groups: 10 })).toBe("E_DRAGONFLY_GROUPS groups");
    expect(() =>
      make({ switchesPerGroup: 1, globalLinks: 1, groups: 3 }),
    ).toThrow(
      expect.objectContaining({ got: "3 groups, 1 global link of 1 switch" }),
    );
    expect(codeOf({ switchesPerGroup: 251, groups: 1 })).toBe("none");
    expect(codeOf({ switchesPerGroup: 252, groups: 1 })).toBe(
      "E_DRAGONFLY_PORTS switchesPerGroup",
    );
    expect(codeOf({ switchesPerGroup: 64, globalLinks: 64 })).toBe(
      "E_DRAGONFLY_TOO_LARGE groups",
    );
  });

  it("are proposed for a number of hosts, balanced, with the groups that are needed", () => {
    expect(dragonfly.claims.sizes!(72, {})).toEqual([
      { hostsPerSwitch: 2, switchesPerGroup: 4, globalLinks: 2, groups: 9 },
      { hostsPerSwitch: 3, switchesPerGroup: 6, globalLinks: 3, groups: 4 },
      { hostsPerSwitch: 4, switchesPerGroup: 8, globalLinks: 4, groups: 3 },
    ]);
    expect(
      dragonfly.claims.sizes!(1000, {
        hostsPerSwitch: 16,
        switchesPerGroup: 16,
        globalLinks: 9,
      }),
    ).toEqual([
      { hostsPerSwitch: 16, switchesPerGroup: 16, globalLinks: 9, groups: 4 },
    ]);
    expect(
      dragonfly.claims.sizes!(1000, { groups: 200 }).map((s) => s.groups),
    ).toEqual([200, 200, 200]);
  });
});
