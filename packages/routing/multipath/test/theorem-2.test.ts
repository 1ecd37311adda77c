import { describe, expect, it } from "vitest";
import type { SwitchIx } from "@fabriclab/units";
import { edgeLists } from "../src/edge-lists.ts";
import { SimplePaths } from "../src/simple-paths.ts";
import { connectedGraphs, graph } from "./drawn.ts";

type Edges = readonly (readonly [number, number])[];

/** Most simple paths between two vertices. */
function mostPaths(vertices: number, edges: Edges): number {
  const fabric = graph(vertices, edges);
  const paths = new SimplePaths(fabric, edgeLists(fabric, []), 0, {
    detour: Infinity,
    maxPaths: 1e6,
  });
  let most = 0;
  for (let to = 0; to < vertices; to++) {
    paths.patterns(0 as SwitchIx, to as SwitchIx);
    most = Math.max(most, ...paths.counts);
  }
  return most;
}

/** Reference: simple paths from one vertex to another, counted on the edges. */
function reference(vertices: number, edges: Edges): number {
  const count = (at: number, to: number, seen: readonly number[]): number =>
    at === to
      ? 1
      : edges
          .flatMap(([a, b]) => (a === at ? [b] : b === at ? [a] : []))
          .filter((next) => !seen.includes(next))
          .reduce((sum, next) => sum + count(next, to, [...seen, next]), 0);
  let most = 0;
  for (let a = 0; a < vertices; a++)
    for (let b = 0; b < vertices; b++)
      if (a !== b) most = Math.max(most, count(a, b, [a]));
  return most;
}

const complete = (n: number): Edges =>
  Array.from({ length: n }, (_, a) => a).flatMap((a) =>
    Array.from({ length: n - a - 1 }, (_, i) => [a, a + i + 1] as const),
  );

describe("paths and cycles (T-004-6)", () => {
  it("K4 has three independent cycles and five paths, not eight: Theorem 2 is false", () => {
    expect(mostPaths(4, complete(4))).toBe(5);
  });

  it("K5 has 16, K2,4 six, the diamond four, two triangles with one vertex four", () => {
    expect(mostPaths(5, complete(5))).toBe(16);
    const bipartite = [0, 1].flatMap((a) =>
      [2, 3, 4, 5].map((b) => [a, b] as const),
    );
    expect(mostPaths(6, bipartite)).toBe(6);
    expect(
      mostPaths(4, [
        [0, 1],
        [0, 2],
        [1, 2],
        [1, 3],
        [2, 3],
      ]),
    ).toBe(4);
    expect(
      mostPaths(5, [
        [0, 1],
        [1, 2],
        [2, 0],
        [2, 3],
        [3, 4],
        [4, 2],
      ]),
    ).toBe(4);
  });

  it.each([
    [4, 38, 37],
    [5, 728, 552],
  ])(
    "on the connected graphs of %i vertices, %i, 2^C is never exceeded and met %i times",
    (vertices, graphs, equal) => {
      const all = connectedGraphs(vertices);
      expect(all).toHaveLength(graphs);
      let met = 0;
      for (const edges of all) {
        const most = mostPaths(vertices, edges);
        expect(most, JSON.stringify(edges)).toBe(reference(vertices, edges));
        const bound = 2 ** (edges.length - vertices + 1);
        expect(most).toBeLessThanOrEqual(bound);
        if (most === bound) met += 1;
      }
      expect(met).toBe(equal);
    },
  );
});
