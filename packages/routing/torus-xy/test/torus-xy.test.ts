import { sequential } from "@fabriclab/addressing-sequential";
import { withoutLinks } from "@fabriclab/fabric";
import { channelDependencies, findCycle, walk } from "@fabriclab/paths";
import {
  FabricError,
  parseOptions,
  type Fabric,
  type ForwardingTables,
  type RoutingRule,
} from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { datelineLanes, serviceLanes } from "@fabriclab/tables-service-lanes";
import { mesh } from "@fabriclab/topology-mesh";
import { torus } from "@fabriclab/topology-torus";
import type { EndportIx, PortIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { torusXy } from "../src/index.ts";

function build(columns: number, rows: number) {
  const fabric = mesh.build(parseOptions(mesh, { columns, rows, wrap: true }));
  const lids = sequential.assign(fabric, parseOptions(sequential, {}));
  const routing = torusXy.create({ fabric, lids }, {}) as RoutingRule;
  const context = {
    fabric,
    lids,
    routing,
    routingName: "torus-xy",
    groups: [],
  };
  const tables = linear.build(context, {});
  return { fabric, context, tables };
}

const host = (fabric: Fabric, x: number, y: number): EndportIx =>
  (fabric.nodeEndport[fabric.findNode(`H(${x},${y})`) ?? -1] ??
    -1) as EndportIx;

/** Hops of the path as letters, and its SL. */
function path(
  { fabric, tables }: ReturnType<typeof build>,
  from: readonly [number, number],
  to: readonly [number, number],
): string {
  const [a, b] = [host(fabric, ...from), host(fabric, ...to)];
  const { channels, end } = walk(fabric, tables, a, b);
  expect(end).toBe("delivered");
  const hops = channels
    .slice(1, -1)
    .map((port) => "ENWS"[fabric.numOf(port as PortIx) - 1]);
  return `${hops.join("")} ${tables.pathSl(a, b)}`;
}

describe("torus-xy on 5 columns and 4 rows", () => {
  const made = build(5, 4);

  it("goes the shorter way round the row, then round the column; SL bits say which datelines it crosses", () => {
    expect(path(made, [0, 0], [2, 1])).toBe("EEN 0");
    expect(path(made, [0, 0], [3, 1])).toBe("WWN 1");
    expect(path(made, [4, 0], [1, 1])).toBe("EEN 1");
    expect(path(made, [1, 0], [4, 3])).toBe("WWS 3");
    expect(path(made, [2, 3], [2, 0])).toBe("N 2");
    expect(path(made, [2, 1], [2, 0])).toBe("S 0");
    expect(path(made, [4, 3], [0, 3])).toBe("E 1");
  });

  it("breaks ties upwards from even rows and downwards from odd ones", () => {
    expect(path(made, [0, 0], [0, 2])).toBe("NN 0");
    expect(path(made, [0, 2], [0, 0])).toBe("NN 2");
    expect(path(made, [0, 1], [0, 3])).toBe("SS 2");
    expect(path(made, [0, 3], [0, 1])).toBe("SS 0");
  });
});

describe.each([
  [3, 3],
  [4, 4],
  [5, 4],
  [3, 7],
  [8, 6],
])("torus-xy on %i columns and %i rows", (columns, rows) => {
  const { fabric, context, tables } = build(columns, rows);
  const cycle = (changed: Partial<ForwardingTables>) =>
    findCycle(channelDependencies(fabric, { ...tables, ...changed }));

  it("takes as many hops as the two rings ask for", () => {
    const ring = (a: number, b: number, n: number): number =>
      Math.min((a - b + n) % n, (b - a + n) % n);
    for (let a = 0; a < columns * rows; a++)
      for (let b = 0; b < columns * rows; b++) {
        if (a === b) continue;
        const [ax, ay] = [Math.floor(a / rows), a % rows];
        const [bx, by] = [Math.floor(b / rows), b % rows];
        const { switches } = walk(
          fabric,
          tables,
          host(fabric, ax, ay),
          host(fabric, bx, by),
        );
        expect(switches).toHaveLength(
          1 + ring(ax, bx, columns) + ring(ay, by, rows),
        );
      }
  });

  it("sets an SL bit exactly where a path uses the link that wraps round", () => {
    for (let a = 0; a < columns * rows; a++)
      for (let b = 0; b < columns * rows; b++) {
        if (a === b) continue;
        const source = (fabric.switchCount + a) as EndportIx;
        const destination = (fabric.switchCount + b) as EndportIx;
        let due = 0;
        for (const channel of walk(fabric, tables, source, destination)
          .channels) {
          const names = [channel, fabric.portPeer[channel] ?? 0].map(
            (port) => fabric.nodeName[fabric.portNode[port] ?? 0] ?? "",
          );
          const [[ax, ay], [bx, by]] = names.map((name) =>
            (name.match(/\d+/g) ?? []).map(Number),
          ) as [[number, number], [number, number]];
          if (Math.abs(ax - bx) > 1) due |= 1;
          if (Math.abs(ay - by) > 1) due |= 2;
        }
        expect(tables.pathSl(source, destination)).toBe(due);
      }
  });

  it("is free of credit loops on two lanes with dateline-lanes, and on four with VL = SL", () => {
    const lanes = datelineLanes.build(context, parseOptions(datelineLanes, {}));
    expect(lanes.lanes).toBe(2);
    expect(cycle(lanes)).toBeUndefined();
    expect(tables.lanes).toBe(4);
    expect(cycle({})).toBeUndefined();
    const shared = serviceLanes.build(context, { configuration: "4VL-shared" });
    expect(cycle(shared)).toBeUndefined();
  });

  it("has credit loops on one lane and on VL = SL modulo 2 where rings are longer than 4", () => {
    // Paths in a ring of 3 are single hops; in a ring of 4 those of two hops start at even places upwards and at odd ones downwards, so no more than
    // two channels wait for each other. From 5 on every channel waits for the next.
    const loops = (n: number): boolean => n > 4;
    expect(cycle({ lanes: 1 }) !== undefined).toBe(
      loops(columns) || loops(rows),
    );
    expect(cycle({ lanes: 2 }) !== undefined).toBe(loops(rows));
  });
});

describe("refusals", () => {
  it("name a mesh, a torus with a link gone, and lanes that would undo its own", () => {
    const refused = (act: () => unknown): unknown => {
      try {
        act();
      } catch (error) {
        if (FabricError.is(error)) return [error.code, error.where.path];
        throw error;
      }
      return undefined;
    };
    const route = (fabric: Fabric) => {
      const lids = sequential.assign(fabric, parseOptions(sequential, {}));
      return torusXy.create({ fabric, lids }, {});
    };
    const code = "E_TORUS_XY_UNSUPPORTED_FABRIC";
    const { fabric, context } = build(4, 4);
    expect(
      refused(() =>
        route(mesh.build(parseOptions(mesh, { columns: 4, rows: 4 }))),
      ),
    ).toEqual([code, "topology"]);
    const east = fabric.portLink[fabric.portStart[5] ?? 0] ?? -1;
    expect(refused(() => route(withoutLinks(fabric, [east])))).toEqual([
      code,
      "N(1,1):1",
    ]);
    expect(
      refused(() =>
        serviceLanes.build(context, { configuration: "2VL-shared" }),
      ),
    ).toEqual(["E_SERVICE_LANES_ROUTING", "configuration"]);
  });

  it("says which routing takes what the topology torus makes, and what this one takes", () => {
    const other = torus.build(parseOptions(torus, { x: 4, y: 4, z: 1 }));
    const lids = sequential.assign(other, parseOptions(sequential, {}));
    expect(() => torusXy.create({ fabric: other, lids }, {})).toThrow(
      expect.objectContaining({
        code: "E_TORUS_XY_UNSUPPORTED_FABRIC",
        hint: expect.stringMatching(
          /topology mesh, with wrap: true,.* torus-2qos/,
        ) as string,
      }),
    );
  });
});
