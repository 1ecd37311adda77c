import type { Fabric } from "@fabriclab/spec";
import { randomFabric } from "@fabriclab/testing-fabrics";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { make } from "./made.part.ts";
import {
  distances,
  goesUp,
  graphOf,
  legalHops,
  treeParents,
  treePath,
} from "./reference.part.ts";

const fabrics = randomFabric({ maxSwitches: 10, maxExtraLinks: 14 });
const anyRoot = fc.nat({ max: 9 });

/** A root by GUID, and everything that the references say about it. */
function prepare(fabric: Fabric, drawn: number) {
  const root = drawn % fabric.switchCount;
  const graph = graphOf(fabric);
  const toRoot = distances(graph, root);
  const up = goesUp(fabric, toRoot);
  const name = `0x${fabric.nodeGuid[root]!.toString(16)}`;
  const pairs: [number, number][] = [];
  for (let from = 0; from < graph.count; from++)
    for (let to = 0; to < graph.count; to++)
      if (from !== to) pairs.push([from, to]);
  return { root, graph, up, name, pairs };
}

describe("mode tree", () => {
  it("takes the only path along the breadth-first tree", () => {
    fc.assert(
      fc.property(fabrics, anyRoot, (fabric, drawn) => {
        const { graph, root, name, pairs } = prepare(fabric, drawn);
        const parent = treeParents(graph, root);
        const { path } = make(fabric, { mode: "tree", root: name });
        for (const [from, to] of pairs)
          expect(path(from, to)).toEqual(treePath(parent, from, to));
      }),
    );
  });

  it("uses one link less than there are switches", () => {
    fc.assert(
      fc.property(fabrics, anyRoot, (fabric, drawn) => {
        const { name, pairs } = prepare(fabric, drawn);
        const { channels } = make(fabric, { mode: "tree", root: name });
        const links = new Set(
          pairs.flatMap(([from, to]) =>
            channels(from, to).map((channel) => fabric.portLink[channel]),
          ),
        );
        expect(links.size).toBe(fabric.switchCount - 1);
      }),
    );
  });
});

describe("mode autonet", () => {
  it("never goes up after down", () => {
    fc.assert(
      fc.property(
        fabrics,
        anyRoot,
        fc.constantFrom("always" as const, "unless-longer" as const),
        (fabric, drawn, descend) => {
          const { up, name, pairs } = prepare(fabric, drawn);
          const { path } = make(fabric, { root: name, descend });
          for (const [from, to] of pairs) {
            const steps = path(from, to);
            const ups = steps.slice(1).map((sw, i) => up(steps[i]!, sw));
            expect(ups.lastIndexOf(true)).toBeLessThan(
              ups.includes(false) ? ups.indexOf(false) : ups.length,
            );
          }
        },
      ),
    );
  });

  it("with descend: always goes down by the shortest way where there is one, and else up to the neighbour with the shortest rest", () => {
    fc.assert(
      fc.property(fabrics, anyRoot, (fabric, drawn) => {
        const { graph, up, name, pairs } = prepare(fabric, drawn);
        const down = Array.from({ length: graph.count }, (_, from) =>
          legalHops(graph, up, from, true),
        );
        const due = (from: number, to: number): number =>
          down[from]![to]! < Infinity
            ? down[from]![to]!
            : 1 +
              Math.min(
                ...graph.next[from]!.filter((sw) => up(from, sw)).map((sw) =>
                  due(sw, to),
                ),
              );
        const { channels } = make(fabric, { root: name, descend: "always" });
        for (const [from, to] of pairs)
          expect(channels(from, to)).toHaveLength(due(from, to));
      }),
    );
  });

  it("takes no path longer than along the tree, and none shorter than the shortest legal one", () => {
    fc.assert(
      fc.property(fabrics, anyRoot, (fabric, drawn) => {
        const { graph, root, up, name, pairs } = prepare(fabric, drawn);
        const parent = treeParents(graph, root);
        const { channels } = make(fabric, { root: name });
        for (const [from, to] of pairs) {
          const hops = channels(from, to).length;
          expect(hops).toBeLessThanOrEqual(
            treePath(parent, from, to).length - 1,
          );
          expect(hops).toBeGreaterThanOrEqual(
            legalHops(graph, up, from, false)[to]!,
          );
        }
      }),
      { numRuns: 300 },
    );
  });

  it("goes up from a switch without a way down to a neighbour with the shortest path", () => {
    fc.assert(
      fc.property(fabrics, anyRoot, (fabric, drawn) => {
        const { graph, up, name, pairs } = prepare(fabric, drawn);
        const { channels } = make(fabric, { root: name });
        for (const [from, to] of pairs) {
          if (legalHops(graph, up, from, true)[to]! < Infinity) continue;
          const above = graph.next[from]!.filter((sw) => up(from, sw));
          expect(channels(from, to)).toHaveLength(
            1 + Math.min(...above.map((sw) => channels(sw, to).length)),
          );
        }
      }),
    );
  });
});
