import { FabricBuilder } from "@fabriclab/fabric";
import { lidTable, type Fabric, type LidTable } from "@fabriclab/spec";
import { randomFabric } from "@fabriclab/testing-fabrics";
import { NO_PORT, type EndportIx, type SwitchIx } from "@fabriclab/units";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { destinationOrder, hopMatrix, lightestTables } from "../src/index.ts";
import { QuaternaryHeap } from "../src/quaternary-heap.ts";

/** A LID for each endport, 2^lmc for hosts. */
function lidsOf({ switchCount, endportCount }: Fabric, lmc: number): LidTable {
  const lmcs = new Uint8Array(endportCount).fill(lmc, switchCount);
  const base = new Uint16Array(endportCount);
  let next = 1;
  for (let endport = 0; endport < endportCount; endport++) {
    base[endport] = next;
    next += 2 ** (lmcs[endport] ?? 0);
  }
  return lidTable(base, lmcs);
}

/** OpenSM's sssp as it is told: Dijkstra's search to the end for every LID, over all cables, with total weights. */
function reference(fabric: Fabric, lids: LidTable): number[][] {
  const { switchCount, endportCount, portStart, portPeer, portNode } = fabric;
  const order = destinationOrder(fabric);
  const vertexOf = [...order.mapOrder.keys()].sort(
    (a, b) => (order.mapOrder[a] ?? 0) - (order.mapOrder[b] ?? 0),
  );
  const sources = new Array<number>(switchCount).fill(1);
  let total = 0;
  for (let endport = 0; endport < endportCount; endport++) {
    const count = 2 ** (lids.lmc[endport] ?? 0);
    total += count;
    const sw = fabric.attachment(endport as EndportIx)?.sw;
    if (endport >= switchCount && sw !== undefined)
      sources[sw] = (sources[sw] ?? 0) + count;
  }
  // Of the port by which packets leave towards the destination.
  const weight = new Array<number>(fabric.portCount).fill(total * total);
  const tables = Array.from({ length: switchCount }, () =>
    new Array<number>(lids.topLid + 1).fill(NO_PORT),
  );
  const route = (lid: number, to: number, own: number, isHost: boolean) => {
    const far = new Array<number>(switchCount).fill(Infinity);
    const port = new Array<number>(switchCount).fill(-1);
    const heap = new QuaternaryHeap(switchCount + 1);
    heap.fill(switchCount + (isHost ? 1 : 0));
    if (isHost) {
      heap.decrease(switchCount, 0);
      heap.extract();
    }
    far[to] = isHost ? 1 : 0;
    heap.decrease(vertexOf[to] ?? 0, isHost ? 1 : 0);
    const settled: number[] = [];
    for (;;) {
      const at = order.mapOrder[heap.extract()] ?? -1;
      if (at < 0 || far[at] === Infinity) break;
      settled.push(at);
      for (let p = portStart[at] ?? 0; p < (portStart[at + 1] ?? 0); p++) {
        const peer = portPeer[p] ?? -1;
        const next = portNode[peer] ?? switchCount;
        if (next >= switchCount || next === at) continue;
        const sum = (far[at] ?? 0) + (weight[peer] ?? 0);
        if (sum >= (far[next] ?? 0)) continue;
        far[next] = sum;
        port[next] = peer;
        heap.decrease(vertexOf[next] ?? 0, sum);
      }
    }
    const carried = [...sources];
    for (const at of settled.slice(1).reverse()) {
      const out = port[at] ?? -1;
      const load = carried[at] ?? 0;
      weight[out] = (weight[out] ?? 0) + load;
      const before = portNode[portPeer[out] ?? -1] ?? 0;
      carried[before] = (carried[before] ?? 0) + load;
      (tables[at] ?? [])[lid] = out - (portStart[at] ?? 0) + 1;
    }
    (tables[to] ?? [])[lid] = own;
  };
  const all = (endport: number, to: number, own: number, isHost: boolean) => {
    const base = lids.baseLid[endport] ?? 0;
    for (let i = 0; i < 2 ** (lids.lmc[endport] ?? 0); i++)
      route(base + i, to, own, isHost);
  };
  for (const endport of order.endports) {
    const place = fabric.attachment(endport as EndportIx);
    if (place !== undefined) all(endport, place.sw, place.num, true);
  }
  for (const sw of order.switches) all(sw, sw, 0, false);
  return tables;
}

const tablesOf = (fabric: Fabric, lids: LidTable): number[][] =>
  lightestTables(fabric, lids, "test").lft.map((row) => Array.from(row));

/** A line of switches with two hosts each, and beside it one without hosts that is longer by two cables. */
function lineAndDetour(length: number): Fabric {
  const builder = new FabricBuilder("line and detour");
  const nodes = Array.from({ length: 2 * length }, (_, i) =>
    builder.addSwitch(`s${i}`, 5),
  );
  const used = nodes.map(() => 0);
  const port = (i: number): number => (used[i] = (used[i] ?? 0) + 1);
  const join = (a: number, b: number): void => {
    const [left, right] = [nodes[a], nodes[b]];
    if (left === undefined || right === undefined) throw new Error("no switch");
    builder.connect(left, port(a), right, port(b));
  };
  for (let i = 0; i + 1 < length; i++) {
    join(i, i + 1);
    join(length + i, length + i + 1);
  }
  join(0, length);
  join(length - 1, 2 * length - 1);
  for (const [i, node] of nodes.slice(0, length).entries())
    for (const name of ["a", "b"])
      builder.connect(node, port(i), builder.addHost(`${name}${i}`), 1);
  return builder.build();
}

/** A ring of twelve with chords and a host at each, and a line of switches that no cable joins to it. */
function ringBeside(line: number): Fabric {
  const builder = new FabricBuilder("ring and line");
  const nodes = Array.from({ length: 12 + line }, (_, i) => {
    const node = builder.addSwitch(`s${i}`, 5);
    builder.connect(node, 5, builder.addHost(`h${i}`), 1);
    return node;
  });
  for (let i = 0; i < 12; i++)
    builder.connect(nodes[i]!, 1, nodes[(i + 1) % 12]!, 2);
  for (let i = 0; i < 12; i += 2)
    builder.connect(nodes[i]!, 3, nodes[(i + 5) % 12]!, 4);
  for (let i = 13; i < nodes.length; i++)
    builder.connect(nodes[i - 1]!, 1, nodes[i]!, 2);
  return builder.build();
}

describe("tables by lightest paths", () => {
  it.each([1, 2])(
    "are not changed by %i switches that no cable joins to the others",
    (line) => {
      const paths = (fabric: Fabric): number[][] => {
        const lids = lidsOf(fabric, 1);
        const tables = tablesOf(fabric, lids);
        const ring = Array.from({ length: 12 }, (_, i) => [
          lids.baseLid[i] ?? 0,
          lids.baseLid[fabric.switchCount + i] ?? 0,
          (lids.baseLid[fabric.switchCount + i] ?? 0) + 1,
        ]).flat();
        return tables
          .slice(0, 12)
          .map((table) => ring.map((lid) => table[lid] ?? 0));
      };
      expect(paths(ringBeside(line))).toEqual(paths(ringBeside(0)));
    },
  );

  it("are those of Dijkstra's search over all cables, parallel ones and several LIDs a host included", () => {
    fc.assert(
      fc.property(
        randomFabric({ maxSwitches: 12, maxExtraLinks: 24, maxHosts: 16 }),
        fc.nat({ max: 2 }),
        (fabric, lmc) => {
          const lids = lidsOf(fabric, lmc);
          expect(tablesOf(fabric, lids)).toEqual(reference(fabric, lids));
        },
      ),
      { numRuns: 150 },
    );
  });

  it("are so, too, where loads grow until detours are lighter", () => {
    const fabric = lineAndDetour(36);
    const lids = lidsOf(fabric, 0);
    const tables = tablesOf(fabric, lids);
    expect(tables).toEqual(reference(fabric, lids));
    const { at } = hopMatrix(fabric);
    const isDetour = (sw: number, endport: number): boolean => {
      const to = fabric.attachment(endport as EndportIx)?.sw ?? -1;
      let hops = 0;
      for (let here = sw; here !== to; hops++) {
        const num = tables[here]?.[lids.baseLid[endport] ?? 0] ?? 0;
        const peer = fabric.portPeer[(fabric.portStart[here] ?? 0) + num - 1];
        here = fabric.portNode[peer ?? -1] ?? 0;
      }
      return hops > at(sw as SwitchIx, to as SwitchIx);
    };
    const detours = tables.flatMap((_, sw) =>
      Array.from(
        { length: fabric.hostCount },
        (__, host) => fabric.switchCount + host,
      ).filter((endport) => isDetour(sw, endport)),
    );
    expect(detours.length).toBeGreaterThan(0);
  });
});
