import type { Fabric, PathBits } from "@fabriclab/spec";
import { randomFabric } from "@fabriclab/testing-fabrics";
import type { SwitchIx } from "@fabriclab/units";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bitsOf } from "./drawn.ts";

const fabrics = randomFabric({
  maxSwitches: 6,
  maxExtraLinks: 4,
  maxHosts: 3,
  mixedLinks: false,
});

/** Reference: links between switches. */
const cables = (fabric: Fabric): number[] =>
  [...Array(fabric.linkCount).keys()].filter((link) =>
    [0, 1].every(
      (end) =>
        fabric.portNode[fabric.linkPorts[2 * link + end]!]! <
        fabric.switchCount,
    ),
  );

/** Reference: rank over GF(2) of rows of booleans. */
function rank(rows: boolean[][]): number {
  let found = 0;
  const width = rows[0]?.length ?? 0;
  for (let column = 0; column < width; column++) {
    const pivot = rows.findIndex((row, i) => i >= found && row[column]);
    if (pivot < 0) continue;
    [rows[found], rows[pivot]] = [rows[pivot]!, rows[found]!];
    for (const [i, row] of rows.entries())
      if (i !== found && row[column])
        rows[i] = row.map((one, k) => one !== rows[found]![k]);
    found += 1;
  }
  return found;
}

/** Reference: all simple paths, as channels. */
function simplePaths(fabric: Fabric, from: number, to: number): number[][] {
  const walk = (at: number, seen: readonly number[]): number[][] => {
    if (at === to) return [[]];
    const found: number[][] = [];
    for (
      let port = fabric.portStart[at]!;
      port < fabric.portStart[at + 1]!;
      port++
    ) {
      const peer = fabric.portPeer[port]!;
      const next = peer < 0 ? -1 : fabric.portNode[peer]!;
      if (next < 0 || next >= fabric.switchCount || seen.includes(next))
        continue;
      for (const rest of walk(next, [...seen, next]))
        found.push([port, ...rest]);
    }
    return found;
  };
  return walk(from, [from]);
}

/** Reference: Definitions 1 and 2 and Algorithm 3 with sets of signed cycles. */
function bitsOfPath(
  fabric: Fabric,
  { cycles }: PathBits,
  path: readonly number[],
): string | undefined {
  const strong = new Set<string>();
  const weak = new Set<string>();
  for (const channel of path) {
    const list = cycles.flatMap(({ channels }, i) => {
      if ((channels as readonly number[]).includes(channel)) return [`+${i}`];
      return (channels as readonly number[]).includes(fabric.portPeer[channel]!)
        ? [`-${i}`]
        : [];
    });
    for (const one of list) (list.length === 1 ? strong : weak).add(one);
  }
  let text = "";
  for (const i of cycles.keys()) {
    const has = (set: Set<string>) => [set.has(`+${i}`), set.has(`-${i}`)];
    const [along, against] = has(strong);
    if (along && against) return undefined;
    const [weakAlong, weakAgainst] = has(weak);
    if (along || against) text += along ? "1" : "0";
    else if (weakAlong !== weakAgainst) text += weakAlong ? "1" : "0";
    else text += "X";
  }
  return text;
}

describe("on any fabric", () => {
  it("cycles are as many as independent cycles are, and independent", () => {
    fc.assert(
      fc.property(fabrics, (fabric) => {
        const { cycles, cycleCount, bits } = bitsOf(fabric);
        const links = cables(fabric);
        // Random fabrics are connected.
        expect(cycleCount).toBe(links.length - fabric.switchCount + 1);
        expect(cycles).toHaveLength(Math.min(bits, cycleCount));
        const rows = cycles.map(({ channels }) =>
          links.map((link) =>
            channels.some((port) => fabric.portLink[port] === link),
          ),
        );
        expect(rank(rows)).toBe(cycles.length);
      }),
    );
  });

  it("patterns are those of all simple paths, by the definitions on sets", () => {
    fc.assert(
      fc.property(fabrics, (fabric) => {
        const pathBits = bitsOf(fabric);
        for (let at = 0; at < fabric.switchCount; at++)
          for (let to = 0; to < fabric.switchCount; to++) {
            if (at === to) continue;
            const due = new Map<string, number>();
            for (const path of simplePaths(fabric, at, to)) {
              const bits = bitsOfPath(fabric, pathBits, path);
              if (bits === undefined) continue;
              const port = path[0]! - fabric.portStart[at]! + 1;
              const key = `${bits} ${port}`;
              due.set(key, Math.min(due.get(key) ?? 99, path.length + 1));
            }
            const found = pathBits
              .patterns(at as SwitchIx, to as SwitchIx)
              .map(({ care, value, port, hops }) => {
                const bits = pathBits.cycles.map((_, i) =>
                  (care >> i) & 1 ? String((value >> i) & 1) : "X",
                );
                return `${bits.join("")} ${port}: ${hops}`;
              });
            expect(found.sort()).toEqual(
              [...due].map(([key, hops]) => `${key}: ${hops}`).sort(),
            );
          }
      }),
      { numRuns: 60 },
    );
  });

  it("with a bound on detours, patterns are those of the paths within it", () => {
    fc.assert(
      fc.property(fabrics, fc.nat({ max: 2 }), (fabric, detour) => {
        const pathBits = bitsOf(fabric, { detour });
        for (let at = 0; at < fabric.switchCount; at++)
          for (let to = 0; to < fabric.switchCount; to++) {
            if (at === to) continue;
            const paths = simplePaths(fabric, at, to);
            const shortest = Math.min(...paths.map(({ length }) => length));
            const due = new Set(
              paths
                .filter(
                  (path) =>
                    path.length <= shortest + detour &&
                    bitsOfPath(fabric, pathBits, path) !== undefined,
                )
                .map((path) => path[0]! - fabric.portStart[at]! + 1),
            );
            const found = pathBits
              .patterns(at as SwitchIx, to as SwitchIx)
              .map(({ port }) => port);
            expect(new Set(found)).toEqual(due);
          }
      }),
      { numRuns: 60 },
    );
  });
});
