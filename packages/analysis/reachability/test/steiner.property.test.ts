import { FabricBuilder } from "@fabriclab/fabric";
import type { Fabric } from "@fabriclab/spec";
import { randomFabric } from "@fabriclab/testing-fabrics";
import type { SwitchIx } from "@fabriclab/units";
import fc from "fast-check";
import { expect, it } from "vitest";
import { adjacencyOf } from "../src/adjacency.ts";
import { shortestPathTree } from "../src/shortest-path-tree.ts";
import { spanningTreeLength } from "../src/spanning-tree.ts";
import { Steiner } from "../src/steiner.ts";

/** The least number of cables that join the terminals: the smallest connected set of switches that holds them, less one; all sets are tried. */
function exact(fabric: Fabric, terminals: ReadonlySet<number>): number {
  const near = Array.from({ length: fabric.switchCount }, (_, sw) => {
    let mask = 0;
    for (
      let port = fabric.portStart[sw] ?? 0;
      port < (fabric.portStart[sw + 1] ?? 0);
      port++
    ) {
      const node = fabric.portNode[fabric.portPeer[port] ?? -1] ?? -1;
      if (node >= 0 && node < fabric.switchCount) mask |= 1 << node;
    }
    return mask;
  });
  const needed = [...terminals].reduce((mask, sw) => mask | (1 << sw), 0);
  let best = Infinity;
  for (let set = 1; set < 1 << fabric.switchCount; set++) {
    if ((set & needed) !== needed) continue;
    let found = set & -set;
    for (let before = 0; before !== found;) {
      before = found;
      for (let sw = 0; sw < fabric.switchCount; sw++)
        if ((found & (1 << sw)) !== 0) found |= (near[sw] ?? 0) & set;
    }
    if (found !== set) continue;
    let size = 0;
    for (let rest = set; rest !== 0; rest &= rest - 1) size += 1;
    best = Math.min(best, size - 1);
  }
  return best;
}

/** A fabric, and some of its switches to be joined with a root that may be one of them. */
const joined = fc.record({
  fabric: randomFabric({ minSwitches: 2, maxSwitches: 9, maxExtraLinks: 6 }),
  picks: fc.array(fc.nat({ max: 8 }), { minLength: 1, maxLength: 6 }),
  pick: fc.nat({ max: 8 }),
});

it("solves few terminals exactly, for every root", () => {
  fc.assert(
    fc.property(joined, ({ fabric, picks }) => {
      const terminals = new Set(
        picks.map((one) => (one % fabric.switchCount) as SwitchIx),
      );
      const steiner = new Steiner(fabric);
      for (let sw = 0; sw < fabric.switchCount; sw++) {
        const root = sw as SwitchIx;
        const best = exact(fabric, new Set([...terminals, root]));
        expect(steiner.bounds(root, terminals)).toEqual({
          lower: best,
          known: best,
        });
      }
    }),
    { numRuns: 200 },
  );
});

it("bounds the best tree from both sides where it may not solve", () => {
  fc.assert(
    fc.property(joined, ({ fabric, picks, pick }) => {
      const terminals = new Set(
        picks.map((one) => (one % fabric.switchCount) as SwitchIx),
      );
      const root = (pick % fabric.switchCount) as SwitchIx;
      const best = exact(fabric, new Set([...terminals, root]));
      const { lower, known } = new Steiner(fabric, 0).bounds(root, terminals);
      expect(lower).toBeLessThanOrEqual(best);
      expect(known).toBeGreaterThanOrEqual(best);
    }),
    { numRuns: 200 },
  );
});

it("knows trees by shortest ways that are within twice the best", () => {
  fc.assert(
    fc.property(joined, ({ fabric, picks }) => {
      const terminals = [
        ...new Set(picks.map((one) => one % fabric.switchCount)),
      ];
      const best = exact(fabric, new Set(terminals));
      const { cables, distance } = shortestPathTree(
        adjacencyOf(fabric),
        terminals,
      );
      expect(cables).toBeGreaterThanOrEqual(best);
      expect(cables).toBeLessThanOrEqual(2 * (1 - 1 / terminals.length) * best);
      // The tree has a switch more than cables, and its switches are those at no distance from it.
      expect(distance.filter((far) => far === 0)).toHaveLength(cables + 1);
      for (const sw of terminals) expect(distance[sw]).toBe(0);
    }),
    { numRuns: 200 },
  );
});

it("finds the switch in the middle of a star, which no way between two terminals gains from", () => {
  // Four switches around one: distances of 2 give a spanning tree of 6 where 4 cables do.
  const builder = new FabricBuilder("star of switches");
  const hub = builder.addSwitch("hub", 4);
  for (let i = 1; i <= 4; i++)
    builder.connect(hub, i, builder.addSwitch(`rim ${i}`, 1), 1);
  const fabric = builder.build();
  const rim = new Set([1, 2, 3, 4] as SwitchIx[]);
  expect(new Steiner(fabric).bounds(1 as SwitchIx, rim)).toEqual({
    lower: 4,
    known: 4,
  });
  expect(spanningTreeLength(adjacencyOf(fabric), [...rim])).toBe(6);
  expect(shortestPathTree(adjacencyOf(fabric), [...rim]).cables).toBe(4);
});
