import { sequential } from "@fabriclab/addressing-sequential";
import { channelDependencies, findCycle, flood } from "@fabriclab/paths";
import { xy } from "@fabriclab/routing-xy";
import { parseOptions, type MulticastTables } from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { ruleCase } from "@fabriclab/testing-conformance";
import { mesh } from "@fabriclab/topology-mesh";
import type { EndportIx } from "@fabriclab/units";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hamiltonianDualPath, hamiltonianMultiPath } from "../src/index.ts";

type Node = readonly [x: number, y: number];

/** The rules of the paper once more, on coordinates: labels by walking the whole path, R by trying all nodes. */
function slowMesh(columns: number, rows: number) {
  const order: Node[] = [];
  for (let y = 0; y < rows; y++)
    for (let i = 0; i < columns; i++)
      order.push([y % 2 === 0 ? i : columns - 1 - i, y]);
  const label = ([x, y]: Node): number =>
    order.findIndex(([a, b]) => a === x && b === y);
  const adjacent = (a: Node, b: Node): boolean =>
    Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) === 1;
  const step = (u: Node, v: Node): Node => {
    const near = order.filter((w) => adjacent(u, w)).map(label);
    const next =
      label(u) < label(v)
        ? Math.max(...near.filter((l) => l <= label(v)))
        : Math.min(...near.filter((l) => l >= label(v)));
    return order[next] as Node;
  };
  const length = (from: Node, targets: readonly Node[]): number => {
    let count = 0;
    let at = from;
    for (const target of targets)
      for (; label(at) !== label(target); at = step(at, target)) count += 1;
    return count;
  };
  return { label, adjacent, length, order };
}

/** Link crossings between switches that the paper's rules ask for. */
function crossingsDue(
  columns: number,
  rows: number,
  source: Node,
  members: readonly Node[],
  multi: boolean,
): number {
  const { label, adjacent, length, order } = slowMesh(columns, rows);
  let total = 0;
  for (const sign of [1, -1]) {
    const part = members
      .filter((node) => Math.sign(label(node) - label(source)) === sign)
      .sort((a, b) => sign * (label(a) - label(b)));
    if (part.length === 0) continue;
    if (!multi) {
      total += length(source, part);
      continue;
    }
    const near = order.filter(
      (w) =>
        adjacent(w, source) && Math.sign(label(w) - label(source)) === sign,
    );
    // one neighbour beside the source, one in the next row: divide at the border between their columns
    const beside = near.find((w) => w[1] === source[1]);
    const other = near.find((w) => w[1] !== source[1]);
    const parts =
      beside === undefined || other === undefined
        ? [[beside ?? other, part] as const]
        : ([
            [
              beside,
              part.filter((d) =>
                beside[0] > source[0] ? d[0] > source[0] : d[0] < source[0],
              ),
            ],
            [
              other,
              part.filter((d) =>
                beside[0] > source[0] ? d[0] <= source[0] : d[0] >= source[0],
              ),
            ],
          ] as const);
    for (const [first, mine] of parts)
      if (mine.length > 0 && first !== undefined)
        total += 1 + length(first, mine);
  }
  return total;
}

describe.each([
  [4, 3],
  [3, 4],
  [5, 5],
  [6, 2],
  [2, 6],
  [1, 7],
  [7, 1],
])("on %i columns and %i rows, random groups", (columns, rows) => {
  const fabric = mesh.build(parseOptions(mesh, { columns, rows }));
  const { context } = ruleCase(fabric, sequential, xy);
  const unicast = linear.build(context, {});
  const nodeOf = (host: EndportIx): Node => {
    const i = host - fabric.switchCount;
    return [Math.floor(i / rows), i % rows];
  };
  const hosts = fc
    .uniqueArray(
      fc.integer({ min: fabric.switchCount, max: fabric.endportCount - 1 }),
      { minLength: 2, maxLength: 16 },
    )
    .map((list) => list as EndportIx[]);

  it.each([
    [hamiltonianDualPath, 2],
    [hamiltonianMultiPath, 4],
  ] as const)(
    "get every packet once over the paper's paths, and cannot deadlock",
    (plugin, most) => {
      fc.assert(
        fc.property(hosts, hosts, (members, sources) => {
          const groups = [{ id: 3, name: "random", members, sources }];
          const tables: MulticastTables = plugin.build(
            { ...context, groups },
            parseOptions(plugin, {}),
          );
          for (const source of sources) {
            const mlids = tables.mlids(source, 3);
            expect(mlids.length).toBeLessThanOrEqual(most);
            const copies = new Float64Array(fabric.endportCount);
            let crossings = 0;
            for (const mlid of mlids) {
              const one = flood(fabric, tables, source, mlid);
              expect([one.loop, one.dead]).toEqual([undefined, 0]);
              one.deliveries.forEach((count, i) => (copies[i]! += count));
              crossings += one.channels.filter(
                (channel) =>
                  (fabric.portNode[channel] ?? 0) < fabric.switchCount &&
                  (fabric.portNode[fabric.portPeer[channel] ?? 0] ?? 0) <
                    fabric.switchCount,
              ).length;
            }
            const due = new Float64Array(fabric.endportCount);
            for (const member of members)
              if (member !== source) due[member] = 1;
            expect([...copies]).toEqual([...due]);
            expect(crossings).toBe(
              crossingsDue(
                columns,
                rows,
                nodeOf(source),
                members.filter((member) => member !== source).map(nodeOf),
                most === 4,
              ),
            );
          }
          const graph = channelDependencies(
            fabric,
            { ...unicast, multicast: tables },
            { endports: [], multicast: true },
          );
          expect(graph.edges.length).toBeGreaterThan(0);
          expect(findCycle(graph)).toBeUndefined();
        }),
        { numRuns: 30 },
      );
    },
  );
});
