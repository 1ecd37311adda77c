import {
  channelLoads,
  loadSummary,
  operationsOf,
} from "@fabriclab/analysis-balance";
import type { Fabric } from "@fabriclab/spec";
import { describe, expect, it } from "vitest";
import { groupsOf, meshOf, tablesFor, tree } from "./schemes.ts";

interface Drawn {
  readonly sources: number | string;
  readonly group: string;
  readonly groups?: "own" | "same";
}

/** Most packets on one channel. */
function busiest(
  fabric: Fabric,
  seed: number,
  drawn: Drawn,
  send: "unicast" | "multicast",
  scheme: "cyclic" | "xy" | "opensm",
): number {
  // The tables count 51 and 90 packets for one source, so groups are drawn over all hosts, the source a member or not.
  const groups = groupsOf(fabric, seed, { ...drawn, sourceMember: "chance" });
  return loadSummary(
    channelLoads(
      fabric,
      tablesFor(fabric, send === "unicast" ? [] : groups, scheme),
      operationsOf(groups, send),
    ),
  ).max;
}

const mean = (draw: (seed: number) => number): number =>
  (draw(1) + draw(2)) / 2;

describe("bounds of the fat-tree multicast study, 128 hosts of an 8-port 3-tree", () => {
  const fabric = tree(8, 3);

  it("do not depend on chance where every host is a member", () => {
    for (const [sources, multicast] of [
      [1, 1],
      ["40%", 51],
      ["70%", 90],
      ["100%", 127],
    ] as const) {
      const drawn = { sources, group: "100%" };
      expect(busiest(fabric, 1, drawn, "unicast", "cyclic")).toBe(127);
      expect(busiest(fabric, 1, drawn, "multicast", "cyclic")).toBe(multicast);
      expect(busiest(fabric, 1, drawn, "multicast", "opensm")).toBe(multicast);
    }
  });

  it("are one packet for any single multicast", () => {
    for (const group of ["10%", "40%", "70%"])
      for (const scheme of ["cyclic", "opensm"] as const)
        expect(
          busiest(fabric, 2, { sources: 1, group }, "multicast", scheme),
        ).toBe(1);
  });

  it("agree with the table of one draw within 15 %: unicast, OpenSM's tree, cyclic", () => {
    const table = [
      ["40%", "10%", 14, 42, 12],
      ["40%", "40%", 51, 48, 28],
      ["40%", "70%", 90, 51, 42],
      ["70%", "10%", 20, 77, 17],
      ["70%", "40%", 52, 83, 47],
      ["70%", "70%", 90, 89, 73],
      ["100%", "10%", 23, 102, 23],
      ["100%", "40%", 66, 117, 66],
      ["100%", "70%", 105, 124, 103],
    ] as const;
    for (const [sources, group, unicast, opensm, cyclic] of table) {
      const drawn = { sources, group };
      const near = (got: number, want: number, what: string): void => {
        expect(
          Math.abs(got / want - 1),
          `${what}, ${sources} sources, groups of ${group}: ${got}`,
        ).toBeLessThan(0.15);
      };
      near(
        mean((seed) => busiest(fabric, seed, drawn, "unicast", "cyclic")),
        unicast,
        "unicast",
      );
      near(
        mean((seed) => busiest(fabric, seed, drawn, "multicast", "opensm")),
        opensm,
        "OpenSM",
      );
      near(
        mean((seed) => busiest(fabric, seed, drawn, "multicast", "cyclic")),
        cyclic,
        "cyclic",
      );
    }
  });

  it("favour neither multicast scheme when all sources share one group", () => {
    for (const group of ["10%", "40%"]) {
      const drawn = { sources: "40%", group, groups: "same" } as const;
      // Every member receives from every other source, whatever the tree: 50 or 51 packets.
      for (const scheme of ["cyclic", "opensm"] as const)
        expect(busiest(fabric, 1, drawn, "multicast", scheme)).toBe(51);
    }
  });
});

describe("bounds of the mesh multicast study, 16 x 16", () => {
  const fabric = meshOf(16, 16);

  it("with every host sending to all are 1024 for unicast and 255 for multicast", () => {
    const drawn = { sources: "100%", group: "100%" };
    expect(busiest(fabric, 1, drawn, "unicast", "xy")).toBe(1024);
    expect(busiest(fabric, 1, drawn, "multicast", "xy")).toBe(255);
  });

  it("span, over a few draws, the table of one draw", () => {
    for (const [sources, group, unicast, multicast] of [
      ["40%", "40%", 329, 77],
      ["40%", "100%", 800, 102],
      ["100%", "40%", 445, 179],
    ] as const) {
      // With all hosts sending, chance has little left to decide.
      const seeds = sources === "100%" ? [1, 2, 3] : [1, 2, 3, 4, 5];
      for (const [send, want] of [
        ["unicast", unicast],
        ["multicast", multicast],
      ] as const) {
        const draws = seeds.map((seed) =>
          busiest(fabric, seed, { sources, group }, send, "xy"),
        );
        expect(Math.min(...draws), send).toBeLessThanOrEqual(want);
        expect(Math.max(...draws), send).toBeGreaterThanOrEqual(want);
      }
    }
  });
});
