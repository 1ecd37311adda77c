import { sequential } from "@fabriclab/addressing-sequential";
import { walk } from "@fabriclab/paths";
import { singleLid } from "@fabriclab/routing-single-lid";
import { xy } from "@fabriclab/routing-xy";
import {
  FabricError,
  parseOptions,
  type Fabric,
  type ForwardingTables,
  type RoutingPlugin,
  type RoutingRule,
  type TablesContext,
} from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { mesh } from "@fabriclab/topology-mesh";
import type { EndportIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { serviceLanes, ZHOU2010_CONFIGURATIONS } from "../src/index.ts";

const grid = mesh.build(parseOptions(mesh, { columns: 4, rows: 3 }));
const tree = fatTree.build(parseOptions(fatTree, { ports: 4, levels: 2 }));

function contextOf(
  fabric: Fabric,
  routing: RoutingPlugin,
  lanes = 1,
): TablesContext {
  const lids = sequential.assign(fabric, parseOptions(sequential, {}));
  const rule = routing.create({ fabric, lids }, {}) as RoutingRule;
  return {
    fabric,
    lids,
    routing: lanes === 1 ? rule : { ...rule, lanes },
    routingName: routing.name,
    groups: [],
  };
}

const build = (context: TablesContext, configuration: string) =>
  serviceLanes.build(context, parseOptions(serviceLanes, { configuration }));

/** VL of (switch 0, in, out, sl), as IBA indexes the table. */
function vl(
  tables: ReturnType<typeof build>,
  ports: number,
  into: number,
  out: number,
  sl: number,
): number | undefined {
  return tables.sl2vl?.[0]?.[(into * (ports + 1) + out) * 16 + sl];
}

const EAST = 1;
const NORTH = 2;
const WEST = 3;
const SOUTH = 4;
const HOST = 5;

describe("the five configurations of zhou2010 (Figure 8)", () => {
  it("1VL puts everything on VL 0", () => {
    const tables = build(contextOf(grid, xy), "1VL");
    expect(tables.lanes).toBe(1);
    expect(tables.sl2vl).toHaveLength(12);
    expect(tables.sl2vl?.every((table) => table.length === 6 * 6 * 16)).toBe(
      true,
    );
    expect(tables.sl2vl?.some((table) => table.some((lane) => lane > 0))).toBe(
      false,
    );
  });

  it.each([
    ["2VL-shared", 2],
    ["4VL-shared", 4],
  ])("%s lets any output use any of %i lanes, by SL", (name, lanes) => {
    const tables = build(contextOf(grid, xy), name);
    expect(tables.lanes).toBe(lanes);
    for (let into = 0; into <= 5; into++)
      for (let out = 0; out <= 5; out++)
        for (let sl = 0; sl < 16; sl++)
          expect(vl(tables, 5, into, out, sl)).toBe(sl % lanes);
    expect([...(tables.hostSl2vl ?? [])]).toEqual(
      Array.from({ length: 16 }, (_, sl) => sl % lanes),
    );
  });

  it.each([
    ["2VL-dedicated", 2, { [NORTH]: 0, [EAST]: 0, [SOUTH]: 1, [WEST]: 1 }],
    // the order of the text, §3.2
    ["4VL-dedicated", 4, { [EAST]: 0, [NORTH]: 1, [WEST]: 2, [SOUTH]: 3 }],
    // the order of the legend of the figures, §4
    [
      "N:VL0; E:VL1; S:VL2; W:VL3",
      4,
      { [NORTH]: 0, [EAST]: 1, [SOUTH]: 2, [WEST]: 3 },
    ],
  ])(
    "%s gives each output its lane, whatever SL and input",
    (name, lanes, due) => {
      const tables = build(contextOf(grid, xy), name);
      expect(tables.lanes).toBe(lanes);
      for (let into = 0; into <= 5; into++)
        for (let sl = 0; sl < 16; sl++) {
          for (const [out, lane] of Object.entries(due))
            expect(vl(tables, 5, into, Number(out), sl)).toBe(lane);
          expect(vl(tables, 5, into, HOST, sl)).toBe(0);
        }
      expect([...(tables.hostSl2vl ?? [])]).toEqual(Array(16).fill(0));
    },
  );

  it("knows each by the paper's own words too", () => {
    const context = contextOf(grid, xy);
    for (const [name, words] of Object.entries(ZHOU2010_CONFIGURATIONS))
      expect(build(context, words)).toEqual(build(context, name));
  });
});

describe("configurations beyond the paper", () => {
  it("give two lanes to each half and one to hosts, where asked", () => {
    const tables = build(
      contextOf(grid, xy),
      "NE: VL0, VL1; SW: VL2, VL3; H: VL4",
    );
    expect(tables.lanes).toBe(5);
    expect([0, 1, 2].map((sl) => vl(tables, 5, 1, NORTH, sl))).toEqual([
      0, 1, 0,
    ]);
    expect([0, 1, 2].map((sl) => vl(tables, 5, 1, WEST, sl))).toEqual([
      2, 3, 2,
    ]);
    expect(vl(tables, 5, 1, HOST, 1)).toBe(4);
  });

  it("share lanes on any fabric", () => {
    const tables = build(contextOf(tree, singleLid), "2VL-shared");
    expect(tables.sl2vl).toHaveLength(tree.switchCount);
    expect(vl(tables, 4, 1, 3, 5)).toBe(1);
  });
});

describe("with dedicated lanes", () => {
  it("no channel of a mesh ever carries two lanes", () => {
    const context = contextOf(grid, xy);
    for (const name of ["2VL-dedicated", "4VL-dedicated"]) {
      const unicast = linear.build(context, {});
      const lanes = build(context, name);
      const laneOf = new Map<number, number>();
      for (let sl = 0; sl < 16; sl++) {
        const tables: ForwardingTables = {
          ...unicast,
          ...lanes,
          pathSl: () => sl as never,
        };
        for (let from = 12; from < 24; from++)
          for (let to = 12; to < 24; to++) {
            if (from === to) continue;
            const { channels, lanes: used } = walk(
              grid,
              tables,
              from as EndportIx,
              to as EndportIx,
            );
            for (const [hop, channel] of channels.entries()) {
              const lane = laneOf.get(channel) ?? used[hop];
              expect(used[hop]).toBe(lane);
              laneOf.set(channel, lane ?? 0);
            }
          }
      }
      expect(new Set(laneOf.values()).size).toBe(lanes.lanes);
    }
  });
});

describe("what is refused", () => {
  const refusal = (act: () => unknown): FabricError => {
    try {
      act();
    } catch (error) {
      if (FabricError.is(error)) return error;
      throw error;
    }
    throw new Error("nothing was refused");
  };

  it.each([
    ["", '""'],
    ["5VL", '"5VL"'],
    ["NES: VL0", "nothing for W"],
    ["NESW: VL0; N: VL1", "N twice"],
    ["NESW: VL15", '"VL15"'],
    ["NESW: VL01", '"VL01"'],
    ["NESW:", '""'],
    ["NESW: VL0: VL1", '"NESW:VL0:VL1"'],
    ["NEWX: VL0", '"NEWX:VL0"'],
  ])("the configuration %j, naming what is wrong with it", (text, got) => {
    const { code, where } = refusal(() => {
      const context = contextOf(grid, xy);
      return serviceLanes.build(context, { configuration: text });
    });
    expect(code).toBe("E_SERVICE_LANES_CONFIGURATION");
    expect(where.path).toBe("configuration");
    expect(
      refusal(() =>
        serviceLanes.build(contextOf(grid, xy), { configuration: text }),
      ).got,
    ).toBe(got);
  });

  it("lanes dedicated to outputs of a fabric that has no north", () => {
    const { code, where } = refusal(() =>
      build(contextOf(tree, singleLid), "2VL-dedicated"),
    );
    expect(code).toBe("E_SERVICE_LANES_UNSUPPORTED_FABRIC");
    expect(where.path).toBe("SW<0,0>");
  });

  it("any lanes but VL = SL for a routing that relies on its own", () => {
    const layered = contextOf(grid, xy, 3);
    for (const name of ["1VL", "2VL-shared", "4VL-dedicated"])
      expect(refusal(() => build(layered, name)).code).toBe(
        "E_SERVICE_LANES_ROUTING",
      );
    expect(build(layered, "4VL-shared").lanes).toBe(4);
  });
});
