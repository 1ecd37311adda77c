import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  channelDependencies,
  flood,
  hostEndports,
  startLane,
  switchLane,
  type DependencyGraph,
} from "@fabriclab/paths";
import {
  lidTable,
  portMaskWords,
  type Fabric,
  type ForwardingTables,
} from "@fabriclab/spec";
import { randomFabric } from "@fabriclab/testing-fabrics";
import { NO_PORT, type EndportIx, type Lid, type Mlid } from "@fabriclab/units";

interface Plan {
  readonly fabric: Fabric;
  readonly dice: readonly number[];
  readonly lanes: number;
  readonly sl2vl: "all" | "some" | "none";
  readonly hosts: "each" | "all" | "none";
  readonly lmc: number;
}

/** Fabrics with tables drawn at random: every packet goes anywhere, in cycles too, and changes VL as it goes. */
const drawn = fc
  .record({
    fabric: randomFabric({ mixedLinks: false, maxSwitches: 6, maxHosts: 7 }),
    dice: fc.array(fc.nat({ max: 2 ** 20 }), { minLength: 61, maxLength: 61 }),
    lanes: fc.integer({ min: 1, max: 3 }),
    sl2vl: fc.constantFrom("all", "some", "none"),
    hosts: fc.constantFrom("each", "all", "none"),
    lmc: fc.integer({ min: 0, max: 1 }),
  })
  .map((plan) => ({ fabric: plan.fabric, tables: tablesOf(plan) }));

function tablesOf(plan: Plan): ForwardingTables {
  const { fabric, lanes, lmc } = plan;
  let at = 0;
  const dice = (sides: number): number =>
    ((plan.dice[at % 61] ?? 0) + 7 * Math.floor(at++ / 61)) % sides;
  const width = 2 ** lmc;
  const lids = lidTable(
    Uint16Array.from({ length: fabric.endportCount }, (_, i) => (i + 1) * 2),
    new Uint8Array(fabric.endportCount).fill(lmc),
  );
  const radix = (sw: number) =>
    (fabric.portStart[sw + 1] ?? 0) - (fabric.portStart[sw] ?? 0);
  const lane = () => (dice(9) === 0 ? 15 : dice(lanes));
  const lft = Array.from({ length: fabric.switchCount }, (_, sw) =>
    Uint8Array.from({ length: lids.topLid + 1 }, () =>
      dice(12) === 0 ? NO_PORT : dice(radix(sw) + 2),
    ),
  );
  const words = portMaskWords(fabric);
  const hosts = Array.from(
    { length: fabric.endportCount - fabric.switchCount },
    (_, i) => (fabric.switchCount + i) as EndportIx,
  );
  return {
    lids,
    lft,
    lanes,
    engine: "drawn",
    pathLid: (s, d) => ((lids.baseLid[d] ?? 0) + ((s * 5 + d) % width)) as Lid,
    pathSl: (s, d) => ((plan.dice[(s * 7 + d) % 61] ?? 0) % 16) as never,
    ...(plan.sl2vl === "none"
      ? {}
      : {
          sl2vl: Array.from({ length: fabric.switchCount }, (_, sw) =>
            plan.sl2vl === "some" && sw % 2 === 1
              ? (undefined as never)
              : Uint8Array.from({ length: (radix(sw) + 1) ** 2 * 16 }, lane),
          ),
        }),
    ...(plan.hosts === "none"
      ? {}
      : {
          hostSl2vl: Uint8Array.from(
            { length: plan.hosts === "all" ? 16 : fabric.endportCount * 16 },
            lane,
          ),
        }),
    multicast: {
      groups: [
        { id: 0, name: "a", members: [], sources: hosts },
        { id: 1, name: "b", members: [], sources: hosts.slice(1) },
      ],
      mlidCount: 3,
      firstMlid: 0,
      words,
      masks: Int32Array.from({ length: fabric.switchCount * 3 * words }, () =>
        dice(2 ** 12),
      ),
      mlids: (source, group) =>
        (group === 0 ? [0xc000] : [0xc001 + (source % 2), 0xc000]) as Mlid[],
      plan: "drawn",
    },
  };
}

/** Edges of a graph as texts, without those of channels that hosts send on. */
function edgesOf(graph: DependencyGraph): string[] {
  const found: string[] = [];
  for (let vertex = 0; vertex < graph.vertexCount; vertex++)
    for (const to of graph.edges.subarray(
      graph.edgeStart[vertex],
      graph.edgeStart[vertex + 1],
    ))
      found.push(`${vertex} ${to}`);
  return found.sort();
}

/** Every packet by itself, port by port, until it is gone or was in the same buffer before. */
function slowUnicast(
  fabric: Fabric,
  tables: ForwardingTables,
  endports: readonly EndportIx[],
): Set<string> {
  const edges = new Set<string>();
  for (const source of endports)
    for (const destination of endports) {
      if (source === destination) continue;
      const lid = tables.pathLid(source, destination);
      const sl = tables.pathSl(source, destination);
      let lane = startLane(tables, sl, source);
      const own = fabric.endportPort[source] ?? -1;
      let into = own < 0 ? -1 : (fabric.portPeer[own] ?? -1);
      let node = own < 0 ? source : into < 0 ? -1 : fabric.portNode[into];
      let before = -1;
      const been = new Set<number>();
      while (
        lane >= 0 &&
        node !== undefined &&
        node >= 0 &&
        node < fabric.switchCount
      ) {
        const first = fabric.portStart[node] ?? 0;
        const out = tables.lft[node]?.[lid] ?? NO_PORT;
        if (out === NO_PORT || out === 0) break;
        const port = first + out - 1;
        if (fabric.portNode[port] !== node || (fabric.portPeer[port] ?? -1) < 0)
          break;
        const inNum = into < 0 ? 0 : into - first + 1;
        lane = switchLane(fabric, tables, node, inNum, out, sl, lane);
        if (lane < 0) break;
        const vertex = port * tables.lanes + lane;
        if (before >= 0) edges.add(`${before} ${vertex}`);
        if (been.has(vertex)) break;
        been.add(vertex);
        before = vertex;
        into = fabric.portPeer[port] ?? -1;
        node = fabric.portNode[into];
      }
    }
  return edges;
}

/** Every (source, MLID) by itself, by the relays of its flood. */
function slowMulticast(
  fabric: Fabric,
  tables: ForwardingTables,
  sl: number,
): Set<string> {
  const edges = new Set<string>();
  const { multicast } = tables;
  for (const group of multicast?.groups ?? [])
    for (const source of group.sources)
      for (const mlid of multicast?.mlids(source, group.id) ?? []) {
        const own = fabric.endportPort[source] ?? -1;
        if (multicast === undefined || (fabric.portPeer[own] ?? -1) < 0)
          continue;
        const { relays } = flood(fabric, multicast, source, mlid);
        const lane = startLane(tables, sl, source);
        const seen = new Set<number>();
        const visit = (channel: number, on: number): void => {
          const peer = fabric.portPeer[channel] ?? 0;
          const node = fabric.portNode[peer] ?? 0;
          const first = fabric.portStart[node] ?? 0;
          for (const next of relays.get(channel)?.next ?? []) {
            const to = switchLane(
              fabric,
              tables,
              node,
              peer - first + 1,
              next - first + 1,
              sl,
              on,
            );
            if (to < 0) continue;
            const vertex = next * tables.lanes + to;
            if (channel !== own)
              edges.add(`${channel * tables.lanes + on} ${vertex}`);
            if (seen.has(vertex)) continue;
            seen.add(vertex);
            visit(next, to);
          }
        };
        if (lane >= 0) visit(own, lane);
      }
  return edges;
}

describe("channel dependencies of all pairs at once", () => {
  it("are those of every packet followed by itself", () => {
    fc.assert(
      fc.property(drawn, fc.boolean(), ({ fabric, tables }, switches) => {
        const endports = switches
          ? Array.from(
              { length: fabric.endportCount },
              (_, endport) => endport as EndportIx,
            )
          : hostEndports(fabric, tables);
        const graph = channelDependencies(
          fabric,
          tables,
          switches ? { endports } : {},
        );
        expect(edgesOf(graph)).toEqual(
          [...slowUnicast(fabric, tables, endports)].sort(),
        );
      }),
      { numRuns: 300 },
    );
  });

  it("of multicast are those of every source's copies followed by themselves", () => {
    fc.assert(
      fc.property(drawn, fc.nat({ max: 15 }), ({ fabric, tables }, sl) => {
        const graph = channelDependencies(fabric, tables, {
          endports: [],
          multicast: true,
          multicastSl: sl,
        });
        expect(edgesOf(graph)).toEqual(
          [...slowMulticast(fabric, tables, sl)].sort(),
        );
      }),
      { numRuns: 300 },
    );
  });

  it("of some sources and destinations are those of the pairs between them", () => {
    fc.assert(
      fc.property(drawn, ({ fabric, tables }) => {
        const hosts = hostEndports(fabric, tables);
        const destinations = hosts.filter((_, i) => i % 2 === 0);
        const whole = new Set(edgesOf(channelDependencies(fabric, tables)));
        const parts = new Set([
          ...edgesOf(
            channelDependencies(fabric, tables, {
              endports: hosts,
              destinations,
            }),
          ),
          ...edgesOf(
            channelDependencies(fabric, tables, {
              endports: hosts,
              destinations: hosts.filter((_, i) => i % 2 === 1),
            }),
          ),
        ]);
        expect([...parts].sort()).toEqual([...whole].sort());
      }),
    );
  });
});
