import { describe, expect, it } from "vitest";
import { sequential } from "@fabriclab/addressing-sequential";
import {
  channelDependencies,
  components,
  findCycle,
  vertexName,
} from "@fabriclab/paths";
import { xy } from "@fabriclab/routing-xy";
import {
  FabricError,
  lidTable,
  parseOptions,
  type ForwardingTables,
  type RoutingRule,
} from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { ring } from "@fabriclab/testing-fabrics";
import { mesh } from "@fabriclab/topology-mesh";
import { NO_PORT, type Lid, type Mlid, type Sl } from "@fabriclab/units";

/** Ring of four, everybody clockwise: a → b → c → d → a; hosts have LIDs 5-8. */
function clockwise(
  lanes: number,
  sl: (source: number, destination: number) => number,
): ForwardingTables {
  const lids = lidTable(
    Uint16Array.from({ length: 8 }, (_, i) => i + 1),
    new Uint8Array(8),
  );
  // Cables in order a-b, b-c, c-d, d-a: a has b on 1 and d on 2; b has a on 1, c on 2; c has b on 1, d on 2; d has c on 1, a on 2. Hosts on 3.
  const next = [1, 2, 2, 2];
  const lft = Array.from({ length: 4 }, (_, sw) => {
    const table = new Uint8Array(9).fill(NO_PORT);
    for (let host = 0; host < 4; host++)
      table[5 + host] = host === sw ? 3 : (next[sw] ?? 0);
    return table;
  });
  return {
    lids,
    lft,
    lanes,
    engine: "clockwise",
    pathLid: (_, d) => (d + 1) as Lid,
    pathSl: (s, d) => sl(s - 4, d - 4) as Sl,
  };
}

describe("channel dependencies", () => {
  it("of a ring close a cycle, named channel by channel", () => {
    const fabric = ring(4);
    const graph = channelDependencies(
      fabric,
      clockwise(1, () => 0),
    );
    const cycle = findCycle(graph) ?? [];
    expect(cycle.map((vertex) => vertexName(fabric, graph, vertex))).toEqual([
      "a:1 VL0",
      "b:2 VL0",
      "c:2 VL0",
      "d:2 VL0",
    ]);
    expect(components(graph).cyclic).toHaveLength(4);
  });

  it("are acyclic when every source has a VL of its own, but not on fewer lanes", () => {
    expect(
      findCycle(
        channelDependencies(
          ring(4),
          clockwise(4, (source) => source),
        ),
      ),
    ).toBeUndefined();
    // SL modulo two lanes: sources a and c together still go all the way round.
    expect(
      findCycle(
        channelDependencies(
          ring(4),
          clockwise(2, (source) => source),
        ),
      ),
    ).toHaveLength(4);
  });

  it("can be asked of some endports only", () => {
    const graph = channelDependencies(
      ring(4),
      clockwise(1, () => 0),
      { endports: [4, 6] as never },
    );
    // A → C over a, b, c and C → A over c, d, a: nothing joins c:2 to b:2.
    expect(findCycle(graph)).toBeUndefined();
  });

  it("include multicast copies when asked", () => {
    const fabric = ring(3);
    const masks = Int32Array.from([0b1110, 0b1110, 0b1110]);
    const tables: ForwardingTables = {
      ...clockwise(1, () => 0),
      lids: lidTable(
        Uint16Array.from({ length: 6 }, (_, i) => i + 1),
        new Uint8Array(6),
      ),
      lft: Array.from({ length: 3 }, () => new Uint8Array(7).fill(NO_PORT)),
      multicast: {
        groups: [{ id: 0, name: "all", members: [], sources: [3] as never }],
        mlidCount: 1,
        firstMlid: 0,
        words: 1,
        masks,
        mlids: () => [0xc000 as Mlid],
        plan: "drawn",
      },
    };
    expect(findCycle(channelDependencies(fabric, tables))).toBeUndefined();
    expect(
      findCycle(channelDependencies(fabric, tables, { multicast: true })),
    ).toHaveLength(3);
  });

  it("refuse a VL that the tables do not declare", () => {
    const sl2vl = Array.from({ length: 4 }, () =>
      new Uint8Array(16 * 16).fill(5),
    );
    expect(() =>
      channelDependencies(ring(4), { ...clockwise(2, () => 0), sl2vl }),
    ).toThrow(FabricError);
  });

  it("of XY on a mesh are acyclic (T-000-10)", () => {
    for (const [columns, rows] of [
      [4, 4],
      [5, 3],
      [2, 6],
    ] as const) {
      const fabric = mesh.build(parseOptions(mesh, { columns, rows }));
      const lids = sequential.assign(fabric, parseOptions(sequential, {}));
      const routing = xy.create(
        { fabric, lids },
        parseOptions(xy, {}),
      ) as RoutingRule;
      const tables = linear.build(
        { fabric, lids, routing, routingName: "xy", groups: [] },
        parseOptions(linear, {}),
      );
      const graph = channelDependencies(fabric, tables);
      expect(graph.edges.length).toBeGreaterThan(0);
      expect(findCycle(graph)).toBeUndefined();
    }
  });
});
