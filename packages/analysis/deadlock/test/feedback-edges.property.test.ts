import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { feedbackEdges } from "../src/feedback-edges.ts";

const graphs = fc.integer({ min: 1, max: 8 }).chain((n) =>
  fc.uniqueArray(
    fc.record({
      from: fc.nat({ max: n - 1 }),
      to: fc.nat({ max: n - 1 }),
      weight: fc.integer({ min: 1, max: 5 }),
    }),
    { selector: ({ from, to }) => from * n + to, maxLength: 3 * n },
  ),
);

/** Whether one vertex leads to another over some edges, by closure. */
function leads(
  edges: readonly { from: number; to: number }[],
  start: number,
  end: number,
): boolean {
  const reached = new Set([start]);
  for (const at of reached)
    for (const { from, to } of edges) if (from === at) reached.add(to);
  return reached.has(end);
}

describe("edges left out of a graph", () => {
  it("leave it acyclic, and each would close a cycle with edges at least as heavy", () => {
    fc.assert(
      fc.property(graphs, (edges) => {
        const out = new Set(
          feedbackEdges({
            // Names of vertices need not be dense.
            from: edges.map(({ from }) => from * 1000),
            to: edges.map(({ to }) => to * 1000),
            weight: edges.map(({ weight }) => weight),
          }),
        );
        const left = edges.filter((_, i) => !out.has(i));
        for (const { from, to } of left)
          expect(leads(left, to, from)).toBe(false);
        for (const i of out) {
          const { from = 0, to = 0, weight = 0 } = edges[i] ?? {};
          const heavier = left.filter((edge) => edge.weight >= weight);
          expect(leads(heavier, to, from)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});
