import { parseOptions, lidTable, type Fabric } from "@fabriclab/spec";
import type { RoutingRule } from "@fabriclab/spec";
import { randomFabric } from "@fabriclab/testing-fabrics";
import type { Lid, SwitchIx } from "@fabriclab/units";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { spf } from "../src/index.ts";

/** Links between switches, each once, as sending ports. */
function cables(fabric: Fabric): [number, number][] {
  const found: [number, number][] = [];
  for (let link = 0; link < fabric.linkCount; link++) {
    const [a, b] = [
      fabric.linkPorts[2 * link]!,
      fabric.linkPorts[2 * link + 1]!,
    ];
    if (Math.max(fabric.portNode[a]!, fabric.portNode[b]!) < fabric.switchCount)
      found.push([a, b]);
  }
  return found;
}

/** All pairs of switches by Floyd and Warshall. `cost` is by sending port. */
function floydWarshall(fabric: Fabric, cost: ReadonlyMap<number, number>) {
  const n = fabric.switchCount;
  const d = Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (_, j) => (i === j ? 0 : Infinity)),
  );
  for (const ends of cables(fabric))
    for (const [from, to] of [ends, [ends[1], ends[0]]] as const) {
      const [i, j] = [fabric.portNode[from]!, fabric.portNode[to]!];
      d[i]![j] = Math.min(d[i]![j]!, cost.get(from)!);
    }
  for (let k = 0; k < n; k++)
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++)
        d[i]![j] = Math.min(d[i]![j]!, d[i]![k]! + d[k]![j]!);
  return d;
}

describe("spf against all pairs by Floyd and Warshall", () => {
  it("takes the lowest port that begins a path of least cost, whatever the links cost", () => {
    fc.assert(
      fc.property(
        randomFabric({ maxSwitches: 9, maxExtraLinks: 12 }),
        fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 }),
        fc.boolean(),
        (fabric, drawn, given) => {
          const links = cables(fabric);
          const costOf = (i: number) => (given ? drawn[i % drawn.length]! : 1);
          const cost = new Map(
            links.flatMap(([a, b], i) => [
              [a, costOf(i)] as const,
              [b, costOf(i)] as const,
            ]),
          );
          const num = (port: number): number =>
            port - fabric.portStart[fabric.portNode[port]!]! + 1;
          const costs = Object.fromEntries(
            links.map(([a], i) => [
              `0x${fabric.nodeGuid[fabric.portNode[a]!]!.toString(16)}:${num(a)}`,
              costOf(i),
            ]),
          );
          const d = floydWarshall(fabric, cost);
          const lids = lidTable(
            Uint16Array.from({ length: fabric.endportCount }, (_, i) => i + 1),
            new Uint8Array(fabric.endportCount),
          );
          const rule = spf.create(
            { fabric, lids },
            parseOptions(spf, given ? { costs } : {}),
          ) as RoutingRule;
          const out = new Uint8Array(255);
          for (let at = 0; at < fabric.switchCount; at++)
            for (let to = 0; to < fabric.switchCount; to++) {
              if (at === to) continue;
              const due = links
                .flat()
                .filter((port) => fabric.portNode[port] === at)
                .filter((port) => {
                  const next = fabric.portNode[fabric.portPeer[port]!]!;
                  return (
                    (cost.get(port) ?? 0) + (d[next]?.[to] ?? 0) === d[at]?.[to]
                  );
                })
                .map(num)
                .sort((a, b) => a - b)[0];
              const count = rule.candidates(
                at as SwitchIx,
                (to + 1) as Lid,
                out,
              );
              expect(count === 0 ? undefined : out[0]).toBe(due);
            }
        },
      ),
      { numRuns: 150 },
    );
  });
});
