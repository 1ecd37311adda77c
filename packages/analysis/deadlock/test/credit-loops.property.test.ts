import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  creditLoops,
  isDeadlockFree,
  loopChannels,
} from "@fabriclab/analysis-deadlock";
import {
  findCycle,
  hostEndports,
  type DependencyGraph,
} from "@fabriclab/paths";
import { arriving, graphOfPairs, packetWay, pairsOf } from "./drawn.part.ts";

const role = (endport: number): string => (endport % 2 === 0 ? "even" : "odd");

/** Whether one comes back to a vertex along edges. */
function comesBack(
  { edgeStart, edges }: DependencyGraph,
  start: number,
): boolean {
  const seen = new Set<number>();
  const open = [start];
  for (const at of open)
    for (const next of edges.subarray(edgeStart[at], edgeStart[at + 1])) {
      if (next === start) return true;
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(next);
    }
  return false;
}

describe("credit loops of random tables", () => {
  it("have as many channels as there are from which one comes back along packets followed one by one", () => {
    let most = 0;
    fc.assert(
      fc.property(arriving, ({ fabric, tables }) => {
        const pairs = pairsOf(hostEndports(fabric, tables));
        const slow = graphOfPairs(fabric, tables, pairs);
        const due = Array.from({ length: slow.vertexCount }, (_, vertex) =>
          comesBack(slow, vertex),
        ).filter(Boolean).length;
        expect(loopChannels(fabric, tables)).toBe(due);
        most = Math.max(most, due);
      }),
      { numRuns: 200 },
    );
    expect(most).toBeGreaterThan(2);
  });

  it("are there exactly where packets followed one by one close a cycle, and are named with the pairs that do", () => {
    let cyclic = 0;
    fc.assert(
      fc.property(arriving, ({ fabric, tables }) => {
        const pairs = pairsOf(hostEndports(fabric, tables));
        const slow = graphOfPairs(fabric, tables, pairs);
        const found = creditLoops(fabric, tables, {
          roles: role,
          examples: 2,
          remedies: false,
        });
        expect(found.loops.length > 0).toBe(findCycle(slow) !== undefined);
        expect(isDeadlockFree(fabric, tables)).toBe(found.loops.length === 0);
        expect(found.edgeCount).toBe(slow.edges.length);
        cyclic += found.loops.length;
        for (const { cycle, pairs: summary } of found.loops) {
          const vertices = cycle.map(
            ({ channel, vl }) => channel * tables.lanes + vl,
          );
          const edges = new Set(
            vertices.map(
              (from, i) => `${from} ${vertices[(i + 1) % vertices.length]}`,
            ),
          );
          const closing = pairs.filter(([source, destination]) => {
            const way = packetWay(fabric, tables, source, destination);
            return way.some((from, i) => edges.has(`${from} ${way[i + 1]}`));
          });
          expect(summary.count).toBe(closing.length);
          const roles = new Map<string, number>();
          for (const [source, destination] of closing) {
            const name = `${role(source)} ${role(destination)}`;
            roles.set(name, (roles.get(name) ?? 0) + 1);
          }
          expect(
            new Map(
              summary.byRole.map(({ from, to, count }) => [
                `${from} ${to}`,
                count,
              ]),
            ),
          ).toEqual(roles);
          expect(summary.examples).toHaveLength(Math.min(2, closing.length));
          for (const { source, destination } of summary.examples)
            expect(
              closing.some(([s, d]) => s === source && d === destination),
            ).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
    expect(cyclic).toBeGreaterThan(20);
  });
});

describe("every remedy for random tables", () => {
  it("leaves no cycle, and costs what it says", () => {
    const met = new Set<string>();
    fc.assert(
      fc.property(arriving, ({ fabric, tables }) => {
        const endports = hostEndports(fabric, tables);
        const pairs = pairsOf(endports);
        const { loops } = creditLoops(fabric, tables, { roles: role });
        for (const remedy of loops[0]?.remedies ?? []) {
          met.add(remedy.kind);
          const isFree = (left: typeof pairs, made = tables): boolean =>
            findCycle(graphOfPairs(fabric, made, left)) === undefined;
          if (remedy.kind === "leave-out-endports") {
            const left = pairs.filter((pair) =>
              pair.every((end) => !remedy.endports?.includes(end)),
            );
            expect(isFree(left)).toBe(true);
            // All packets arrive, so what is left out is lost.
            expect(remedy.pairsLost).toBe(pairs.length - left.length);
          } else if (remedy.kind === "leave-out-pairs") {
            const left = pairs.filter(
              ([source, destination]) =>
                remedy.rolePairs?.some(
                  ({ from, to }) =>
                    from === role(source) && to === role(destination),
                ) !== true,
            );
            expect(isFree(left)).toBe(true);
            expect(remedy.pairsLost).toBe(pairs.length - left.length);
          } else if (remedy.kind === "more-lanes") {
            const made = remedy.tables?.() ?? tables;
            expect(made.lanes).toBe(remedy.lanes);
            expect(isFree(pairs, made)).toBe(true);
            const moved = pairs.filter(
              ([s, d]) => made.pathSl(s, d) !== tables.pathSl(s, d),
            );
            expect(moved).toHaveLength(remedy.pairsMoved ?? -1);
            for (const [source, destination] of pairs) {
              const channels = (given: typeof tables): number[] =>
                packetWay(fabric, given, source, destination).map((vertex) =>
                  Math.floor(vertex / given.lanes),
                );
              expect(channels(made)).toEqual(channels(tables));
            }
          } else {
            expect(remedy.kind).toBe("other-roots");
            expect(remedy.pairsLost).toBeLessThan(pairs.length);
          }
        }
        const costs = (loops[0]?.remedies ?? []).map((one) => one.pairsLost);
        expect(costs).toEqual([...costs].sort((a, b) => a - b));
      }),
      { numRuns: 200 },
    );
    expect([...met].sort()).toEqual([
      "leave-out-endports",
      "leave-out-pairs",
      "more-lanes",
      "other-roots",
    ]);
  });
});
