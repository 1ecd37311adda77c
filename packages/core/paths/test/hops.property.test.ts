import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withoutLinks } from "@fabriclab/fabric";
import {
  Dijkstra,
  hopMatrix,
  hopsTo,
  portsTowards,
  UNREACHABLE,
} from "@fabriclab/paths";
import type { Fabric } from "@fabriclab/spec";
import { randomFabric } from "@fabriclab/testing-fabrics";
import type { SwitchIx } from "@fabriclab/units";

/** Floyd and Warshall over channels between switches: slow, short, and of another kind than what it checks. */
function allPairs(
  fabric: Fabric,
  weight: (channel: number) => number,
): number[][] {
  const n = fabric.switchCount;
  const distance = Array.from({ length: n }, (_, a) =>
    Array.from({ length: n }, (__, b) => (a === b ? 0 : Infinity)),
  );
  for (let port = 0; port < (fabric.portStart[n] ?? 0); port++) {
    const peer = fabric.portPeer[port] ?? -1;
    const a = fabric.portNode[port] ?? -1;
    const b = fabric.portNode[peer] ?? n;
    const row = distance[a];
    if (b < n && row !== undefined)
      row[b] = Math.min(row[b] ?? Infinity, weight(port));
  }
  for (let k = 0; k < n; k++) {
    for (const row of distance)
      for (let b = 0; b < n; b++)
        row[b] = Math.min(
          row[b] ?? Infinity,
          (row[k] ?? Infinity) + (distance[k]?.[b] ?? Infinity),
        );
  }
  return distance;
}

/** Random fabrics, some of them torn apart. */
const torn = fc
  .tuple(randomFabric({ maxSwitches: 7 }), fc.array(fc.nat(), { maxLength: 4 }))
  .map(([fabric, picks]) =>
    withoutLinks(
      fabric,
      fabric.linkCount === 0
        ? []
        : picks.map((pick) => pick % fabric.linkCount),
    ),
  );

describe("on every fabric", () => {
  it("hop counts are those of all-pairs shortest paths", () => {
    fc.assert(
      fc.property(torn, (fabric) => {
        const matrix = hopMatrix(fabric);
        for (const [from, row] of allPairs(fabric, () => 1).entries()) {
          for (const [to, hops] of row.entries())
            expect(matrix.at(from as SwitchIx, to as SwitchIx)).toBe(
              hops === Infinity ? UNREACHABLE : hops,
            );
        }
        for (let to = 0; to < fabric.switchCount; to++)
          expect(matrix.row(to as SwitchIx)).toEqual(
            hopsTo(fabric, to as SwitchIx),
          );
      }),
    );
  });

  it("ports towards a switch are all those that come one hop nearer", () => {
    fc.assert(
      fc.property(torn, (fabric) => {
        const distance = allPairs(fabric, () => 1);
        const towards = portsTowards(fabric);
        const out = new Uint8Array(255);
        for (const [at, row] of distance.entries()) {
          for (const [to, hops] of row.entries()) {
            const expected: number[] = [];
            for (
              let port = fabric.portStart[at] ?? 0;
              port < (fabric.portStart[at + 1] ?? 0);
              port++
            ) {
              const next =
                fabric.portNode[fabric.portPeer[port] ?? -1] ?? Infinity;
              if (
                hops !== Infinity &&
                next < fabric.switchCount &&
                distance[next]?.[to] === hops - 1
              )
                expected.push(port - (fabric.portStart[at] ?? 0) + 1);
            }
            const count = towards(at as SwitchIx, to as SwitchIx, out);
            expect([...out.subarray(0, count)]).toEqual(expected);
          }
        }
      }),
    );
  });

  it("least weights are those of all-pairs shortest paths, in both directions, and the path adds up to them", () => {
    const weighted = torn.chain((fabric) =>
      fc.tuple(
        fc.constant(fabric),
        fc.array(fc.nat({ max: 20 }), {
          minLength: fabric.portCount,
          maxLength: fabric.portCount,
        }),
      ),
    );
    fc.assert(
      fc.property(weighted, ([fabric, weights]) => {
        const distance = allPairs(fabric, (channel) => weights[channel] ?? 0);
        const search = new Dijkstra(fabric);
        for (let start = 0; start < fabric.switchCount; start++) {
          search.to(start as SwitchIx, weights);
          expect([...search.distance]).toEqual(
            distance.map((row) => row[start]),
          );
          search.from(start as SwitchIx, weights);
          expect([...search.distance]).toEqual(distance[start]);
          for (let end = 0; end < fabric.switchCount; end++) {
            if (search.distance[end] === Infinity) continue;
            let sum = 0;
            for (let at = end; at !== start;) {
              const into = search.via[at] ?? -1;
              const channel = fabric.portPeer[into] ?? -1;
              expect(fabric.portNode[into]).toBe(at);
              sum += weights[channel] ?? 0;
              at = fabric.portNode[channel] ?? -1;
            }
            expect(sum).toBe(search.distance[end]);
          }
        }
      }),
    );
  });
});
