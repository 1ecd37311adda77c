import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hopMatrix, UNREACHABLE } from "@fabriclab/paths";
import type { Fabric } from "@fabriclab/spec";
import { fabricWithGroups, randomFabric } from "@fabriclab/testing-fabrics";

const some = (options?: Parameters<typeof randomFabric>[0]): Fabric[] =>
  fc.sample(randomFabric(options), { numRuns: 300, seed: 1 });

describe("random fabrics", () => {
  it("are connected and every host port is cabled", () => {
    fc.assert(
      fc.property(randomFabric(), (fabric) => {
        expect(hopMatrix(fabric).hops.includes(UNREACHABLE)).toBe(false);
        for (
          let port = fabric.portStart[fabric.switchCount] ?? 0;
          port < fabric.portCount;
          port++
        )
          expect(fabric.portPeer[port]).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it("contain what they promise: parallel cables, several ports per host, several speeds, free ports", () => {
    const fabrics = some();
    const pairs = (fabric: Fabric): string[] =>
      Array.from({ length: fabric.linkCount }, (_, link) =>
        [
          fabric.portNode[fabric.linkPorts[2 * link] ?? 0],
          fabric.portNode[fabric.linkPorts[2 * link + 1] ?? 0],
        ]
          .sort()
          .join(" "),
      );
    expect(
      fabrics.some((fabric) => new Set(pairs(fabric)).size < fabric.linkCount),
    ).toBe(true);
    expect(
      fabrics.some((fabric) => fabric.endportCount > fabric.nodeCount),
    ).toBe(true);
    expect(fabrics.some((fabric) => new Set(fabric.linkSpeed).size > 1)).toBe(
      true,
    );
    expect(fabrics.some((fabric) => fabric.portPeer.includes(-1))).toBe(true);
  });

  it("keep to their bounds", () => {
    for (const fabric of some({
      minSwitches: 2,
      maxSwitches: 4,
      minHosts: 3,
      maxHosts: 5,
      maxHostPorts: 1,
      maxFreePorts: 0,
      mixedLinks: false,
    })) {
      expect(fabric.switchCount).toBeGreaterThanOrEqual(2);
      expect(fabric.switchCount).toBeLessThanOrEqual(4);
      expect(fabric.hostCount).toBeGreaterThanOrEqual(3);
      expect(fabric.hostCount).toBeLessThanOrEqual(5);
      expect(new Set([...fabric.linkBytePsNum])).toEqual(new Set([4000]));
    }
  });

  it("come out the same for the same seed, and shrink to one switch", () => {
    const take = (): unknown =>
      fc
        .sample(randomFabric(), { numRuns: 5, seed: 7 })
        .map((fabric) => ({ ...fabric }));
    expect(take()).toEqual(take());
    const failed = fc.check(
      fc.property(randomFabric(), (fabric: Fabric) => fabric.switchCount < 0),
      { seed: 7 },
    );
    expect([
      failed.counterexample?.[0].switchCount,
      failed.counterexample?.[0].hostCount,
    ]).toEqual([1, 2]);
  });
});

describe("random groups", () => {
  it("have at least two members, sources, and dense numbers", () => {
    fc.assert(
      fc.property(fabricWithGroups(randomFabric()), ({ fabric, groups }) => {
        for (const [id, group] of groups.entries()) {
          expect(group.id).toBe(id);
          expect(group.members.length).toBeGreaterThanOrEqual(2);
          expect(group.sources.length).toBeGreaterThanOrEqual(1);
          for (const endport of [...group.members, ...group.sources]) {
            expect(endport).toBeGreaterThanOrEqual(fabric.switchCount);
            expect(endport).toBeLessThan(fabric.endportCount);
          }
        }
      }),
    );
  });
});
