import { sequential } from "@fabriclab/addressing-sequential";
import { FabricBuilder, withoutLinks } from "@fabriclab/fabric";
import { walk } from "@fabriclab/paths";
import {
  FabricError,
  parseOptions,
  type Fabric,
  type RoutingRule,
} from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { readVectors } from "@fabriclab/testing-golden";
import { mesh } from "@fabriclab/topology-mesh";
import type { EndportIx, Lid, PortIx, SwitchIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { xy } from "../src/index.ts";

function build(columns: number, rows: number, addressing: object = {}) {
  const fabric = mesh.build(parseOptions(mesh, { columns, rows }));
  const lids = sequential.assign(fabric, parseOptions(sequential, addressing));
  const routing = xy.create({ fabric, lids }, {}) as RoutingRule;
  const tables = linear.build(
    { fabric, lids, routing, routingName: "xy", groups: [] },
    {},
  );
  return { fabric, lids, routing, tables };
}

const host = (fabric: Fabric, x: number, y: number): EndportIx =>
  (fabric.nodeEndport[fabric.findNode(`H(${x},${y})`) ?? -1] ??
    -1) as EndportIx;

/** x,y,port for every switch port passed, the last one (to the host) left out, as the paper prints paths. */
function trace(
  { fabric, tables }: ReturnType<typeof build>,
  from: readonly number[],
  to: readonly number[],
): number[][] {
  const { channels, end } = walk(
    fabric,
    tables,
    host(fabric, from[0] ?? 0, from[1] ?? 0),
    host(fabric, to[0] ?? 0, to[1] ?? 0),
  );
  expect(end).toBe("delivered");
  return channels
    .slice(1, -1)
    .flatMap((channel) => [channel, fabric.portPeer[channel] ?? -1])
    .map((port) => {
      const [x, y] =
        (fabric.nodeName[fabric.portNode[port] ?? 0] ?? "").match(/\d+/g) ?? [];
      return [Number(x), Number(y), fabric.numOf(port as PortIx)];
    });
}

describe("the worked example of zhou2010 on a 5x5 mesh", () => {
  const made = build(5, 5);

  it("passes the printed ports from N(2,2) (T-000-4)", () => {
    expect(trace(made, [2, 2], [0, 3])).toEqual([
      [2, 2, 3],
      [1, 2, 1],
      [1, 2, 3],
      [0, 2, 1],
      [0, 2, 2],
      [0, 3, 4],
    ]);
    expect(trace(made, [2, 2], [0, 4])).toEqual([
      [2, 2, 3],
      [1, 2, 1],
      [1, 2, 3],
      [0, 2, 1],
      [0, 2, 2],
      [0, 3, 4],
      [0, 3, 2],
      [0, 4, 4],
    ]);
    expect(trace(made, [2, 2], [3, 3])).toEqual([
      [2, 2, 1],
      [3, 2, 3],
      [3, 2, 2],
      [3, 3, 4],
    ]);
    expect(trace(made, [2, 2], [4, 0])).toEqual([
      [2, 2, 1],
      [3, 2, 3],
      [3, 2, 1],
      [4, 2, 3],
      [4, 2, 4],
      [4, 1, 2],
      [4, 1, 4],
      [4, 0, 2],
    ]);
    expect(trace(made, [2, 2], [4, 2])).toEqual([
      [2, 2, 1],
      [3, 2, 3],
      [3, 2, 1],
      [4, 2, 3],
    ]);
  });

  it("forwards to N(0,3) by 3, 3 and 2 at N(2,2), N(1,2), N(0,2) (T-000-5)", () => {
    const { fabric, lids, tables } = made;
    const lid = lids.baseLid[host(fabric, 0, 3)] ?? 0;
    expect(
      ["N(2,2)", "N(1,2)", "N(0,2)"].map(
        (name) => tables.lft[fabric.findNode(name) ?? -1]?.[lid],
      ),
    ).toEqual([3, 3, 2]);
  });
});

const truth = readVectors("000");
describe.skipIf(truth === undefined)(
  "vectors.json (skipped where absent)",
  () => {
    it("has the same port sequences", () => {
      const paths: {
        m: number;
        n: number;
        src: number[];
        dst: number[];
        ports: number[][];
      }[] = truth?.["paths"] ?? [];
      expect(paths.length).toBeGreaterThan(4);
      for (const { m, n, src, dst, ports } of paths)
        expect(trace(build(m, n), src, dst), `to ${dst.join()}`).toEqual(ports);
    });
  },
);

describe("XY on meshes of any size", () => {
  it.each([
    [4, 6],
    [6, 4],
    [1, 5],
    [5, 1],
    [2, 3],
  ])(
    "delivers every pair of %ix%i by as many switches as the distance asks for, whatever the LIDs",
    (columns, rows) => {
      const { fabric, tables } = build(columns, rows, {
        order: "switches-first",
        start: 77,
      });
      for (let a = 0; a < columns * rows; a++)
        for (let b = 0; b < columns * rows; b++) {
          if (a === b) continue;
          const [ax, ay, bx, by] = [
            Math.floor(a / rows),
            a % rows,
            Math.floor(b / rows),
            b % rows,
          ];
          const { end, switches } = walk(
            fabric,
            tables,
            host(fabric, ax, ay),
            host(fabric, bx, by),
          );
          expect(end).toBe("delivered");
          expect(switches).toHaveLength(
            1 + Math.abs(ax - bx) + Math.abs(ay - by),
          );
        }
    },
  );

  it("reaches switches, by their own LIDs", () => {
    const { fabric, lids, routing } = build(3, 3);
    const to = fabric.findNode("N(2,0)") ?? -1;
    const out = new Uint8Array(255);
    expect(
      routing.candidates(
        (fabric.findNode("N(0,0)") ?? -1) as number as SwitchIx,
        (lids.baseLid[to] ?? 0) as Lid,
        out,
      ),
    ).toBe(1);
    expect(out[0]).toBe(1);
  });

  it("has a channel dependency graph without cycles (T-000-10)", () => {
    const { fabric, tables } = build(5, 4);
    const after = new Map<number, Set<number>>();
    for (let s = fabric.switchCount; s < fabric.endportCount; s++)
      for (let d = fabric.switchCount; d < fabric.endportCount; d++) {
        if (s === d) continue;
        const { channels } = walk(
          fabric,
          tables,
          s as EndportIx,
          d as EndportIx,
        );
        channels.slice(1).forEach((channel, i) => {
          const before = channels[i] ?? -1;
          after.set(before, (after.get(before) ?? new Set()).add(channel));
        });
      }
    // Taking away what leads nowhere, again and again, leaves the cycles.
    for (let gone = true; gone;) {
      gone = false;
      for (const [channel, next] of after)
        if ([...next].every((other) => !after.has(other)))
          gone = after.delete(channel);
    }
    expect([...after.keys()]).toEqual([]);
  });
});

describe("refusals", () => {
  const refused = (fabric: Fabric): FabricError => {
    try {
      xy.create(
        {
          fabric,
          lids: sequential.assign(fabric, parseOptions(sequential, {})),
        },
        {},
      );
    } catch (error) {
      if (FabricError.is(error)) return error;
      throw error;
    }
    throw new Error("nothing was refused");
  };

  it("name a torus, a mesh with a fault, and another fabric", () => {
    expect(
      refused(
        mesh.build(parseOptions(mesh, { columns: 4, rows: 4, wrap: true })),
      ).got,
    ).toBe("wrap-around links");
    const { fabric } = build(3, 3);
    const faulty = refused(withoutLinks(fabric, [0]));
    expect(faulty.code).toBe("E_XY_UNSUPPORTED_FABRIC");
    const builder = new FabricBuilder("star");
    builder.connect(builder.addSwitch("hub", 1), 1, builder.addHost("h"), 1);
    expect(refused(builder.build()).code).toBe("E_XY_UNSUPPORTED_FABRIC");
  });
});
