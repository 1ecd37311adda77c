import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  components,
  cyclicComponents,
  findCycle,
  type DependencyGraph,
} from "@fabriclab/paths";

const graphs = fc.integer({ min: 1, max: 9 }).chain((n) =>
  fc
    .uniqueArray(fc.tuple(fc.nat({ max: n - 1 }), fc.nat({ max: n - 1 })), {
      selector: ([a, b]) => a * n + b,
      maxLength: 2 * n,
    })
    .map((pairs) => ({ n, pairs })),
);

function graphOf(
  n: number,
  pairs: readonly (readonly [number, number])[],
): DependencyGraph {
  const sorted = [...pairs].sort(([a, b], [c, d]) => a - c || b - d);
  const edgeStart = Int32Array.from(
    { length: n + 1 },
    (_, vertex) => sorted.filter(([from]) => from < vertex).length,
  );
  return {
    lanes: 1,
    vertexCount: n,
    edgeStart,
    edges: Int32Array.from(sorted, ([, to]) => to),
  };
}

/** Length of a shortest closed walk through each vertex, by powers of the adjacency relation. */
function shortest(
  n: number,
  pairs: readonly (readonly [number, number])[],
): number[] {
  return Array.from({ length: n }, (_, start) => {
    let reached = new Set([start]);
    for (let length = 1; length <= n; length++) {
      reached = new Set(
        pairs.filter(([from]) => reached.has(from)).map(([, to]) => to),
      );
      if (reached.has(start)) return length;
    }
    return Infinity;
  });
}

describe("cycle search", () => {
  it("finds a shortest cycle exactly where there is one", () => {
    fc.assert(
      fc.property(graphs, ({ n, pairs }) => {
        const lengths = shortest(n, pairs);
        const cycle = findCycle(graphOf(n, pairs));
        expect(cycle?.length ?? Infinity).toBe(Math.min(...lengths));
        for (const [i, vertex] of (cycle ?? []).entries()) {
          const next = cycle?.[(i + 1) % cycle.length];
          expect(pairs.some(([a, b]) => a === vertex && b === next)).toBe(true);
        }
      }),
    );
  });

  it("marks exactly the vertices that lie on a cycle", () => {
    fc.assert(
      fc.property(graphs, ({ n, pairs }) => {
        const lengths = shortest(n, pairs);
        expect([...components(graphOf(n, pairs)).cyclic]).toEqual(
          lengths.flatMap((length, vertex) =>
            length === Infinity ? [] : [vertex],
          ),
        );
      }),
    );
  });

  it("finds in every component a cycle as short as any through its vertices", () => {
    fc.assert(
      fc.property(graphs, ({ n, pairs }) => {
        const lengths = shortest(n, pairs);
        const reach = Array.from({ length: n }, (_, start) => {
          const reached = new Set([start]);
          for (const at of reached)
            for (const [from, to] of pairs) if (from === at) reached.add(to);
          return reached;
        });
        const found = cyclicComponents(graphOf(n, pairs));
        const all = found.flatMap(({ vertices }) => [...vertices]);
        expect(all.sort((a, b) => a - b)).toEqual(
          lengths.flatMap((length, vertex) =>
            length === Infinity ? [] : [vertex],
          ),
        );
        for (const { vertices, cycle } of found) {
          const [first = -1] = vertices;
          expect([...vertices]).toEqual(
            reach.flatMap((reached, vertex) =>
              reached.has(first) && reach[first]?.has(vertex) === true
                ? [vertex]
                : [],
            ),
          );
          expect(cycle).toHaveLength(
            Math.min(...[...vertices].map((v) => lengths[v] ?? Infinity)),
          );
          for (const [i, vertex] of cycle.entries()) {
            const next = cycle[(i + 1) % cycle.length];
            expect(pairs.some(([a, b]) => a === vertex && b === next)).toBe(
              true,
            );
          }
        }
      }),
    );
  });
});
