import { sequential } from "@fabriclab/addressing-sequential";
import { xy } from "@fabriclab/routing-xy";
import {
  parseOptions,
  type RoutingRule,
  type TablesContext,
} from "@fabriclab/spec";
import { mesh } from "@fabriclab/topology-mesh";
import { describe, expect, it } from "vitest";
import { sl2vlLanes } from "../src/index.ts";

const fabric = mesh.build(parseOptions(mesh, { columns: 2, rows: 2 }));
const lids = sequential.assign(fabric, parseOptions(sequential, {}));
const context: TablesContext = {
  fabric,
  lids,
  routing: xy.create({ fabric, lids }, {}) as RoutingRule,
  routingName: "xy",
  groups: [],
};
const build = (options: object, on = context) =>
  sl2vlLanes.build(on, parseOptions(sl2vlLanes, options));

const pairs = [0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 1, 1, 2, 2, 3, 15];

describe("SL2VL tables as written", () => {
  it.each([pairs, pairs.join(), pairs.join(" , ")])(
    "are the list at every pair of ports, and what hosts send on: %j",
    (sl2vl) => {
      const made = build({ sl2vl });
      // VL 15 is no lane.
      expect(made.lanes).toBe(4);
      expect([...made.hostSl2vl!]).toEqual(pairs);
      for (const [sw, table] of made.sl2vl!.entries()) {
        const ports = fabric.portStart[sw + 1]! - fabric.portStart[sw]! + 1;
        expect([...table]).toEqual(
          Array.from({ length: ports * ports }, () => pairs).flat(),
        );
      }
      expect(made.vlArb).toBeUndefined();
    },
  );

  it("may be others for hosts, and are OpenSM's where none are written", () => {
    const made = build({ sl2vl: Array(16).fill(0), hostSl2vl: pairs });
    expect(made.lanes).toBe(4);
    expect(new Set(made.sl2vl![0])).toEqual(new Set([0]));
    expect([...made.hostSl2vl!]).toEqual(pairs);
    // OSM_DEFAULT_QOS_SL2VL of osm_base.h
    expect([...build({}).hostSl2vl!]).toEqual([
      ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 7],
    ]);
  });

  it.each([
    [{ sl2vl: "0,1" }, "sl2vl", "2 VLs"],
    [{ sl2vl: "" }, "sl2vl", "nothing between commas"],
    [{ hostSl2vl: [...pairs, 0] }, "hostSl2vl", "17 VLs"],
    [{ sl2vl: pairs.with(3, 16) }, "sl2vl", "16"],
    [{ sl2vl: pairs.with(3, -1) }, "sl2vl", "-1"],
    [{ sl2vl: "0,x" }, "sl2vl", "x"],
  ])("are refused: %j", (options, path, got) => {
    expect(() => build(options)).toThrow(
      expect.objectContaining({
        code: "E_SL2VL_LANES_LIST",
        where: { path },
        got,
      }) as Error,
    );
  });

  it("leave a routing the lanes by which it keeps free of credit loops", () => {
    const needing = {
      ...context,
      routing: { ...context.routing, lanes: 4 },
      routingName: "layered",
    };
    expect(() => build({ sl2vl: pairs }, needing)).toThrow(
      expect.objectContaining({ code: "E_SL2VL_LANES_ROUTING" }) as Error,
    );
    // VL = SL for the first, whatever the others are on.
    expect(build({}, needing).lanes).toBe(15);
    const four = [0, 1, 2, 3, ...Array<number>(12).fill(0)];
    expect(build({ sl2vl: four }, needing).lanes).toBe(4);
    expect(() => build({ sl2vl: four, hostSl2vl: pairs }, needing)).toThrow(
      /routing layered/,
    );
  });
});
