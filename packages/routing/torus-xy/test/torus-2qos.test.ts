import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { sequential } from "@fabriclab/addressing-sequential";
import { walk } from "@fabriclab/paths";
import { parseOptions, type RoutingRule } from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { datelineLanes } from "@fabriclab/tables-service-lanes";
import { sharedFile } from "@fabriclab/testing-golden";
import { mesh } from "@fabriclab/topology-mesh";
import type { EndportIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { torusXy } from "../src/index.ts";

// What OpenSM 3.3.23 gave a 4 x 4 torus under torus-2QoS; its switches have the same ports, 1 to 5 = east, north, west, south, host.
const dump = sharedFile("oracle/torus_4x4/torus-2QoS/sl2vl.dump.gz");
const folder = dirname(dump ?? "");
const fabric = mesh.build(
  parseOptions(mesh, { columns: 4, rows: 4, wrap: true }),
);
const lids = sequential.assign(fabric, parseOptions(sequential, {}));
const routing = torusXy.create({ fabric, lids }, {}) as RoutingRule;
const context = { fabric, lids, routing, routingName: "torus-xy", groups: [] };
const tables = linear.build(context, {});

describe.skipIf(dump === undefined)("OpenSM's torus-2QoS on 4 x 4", () => {
  const text =
    dump === undefined ? "" : gunzipSync(readFileSync(dump)).toString();

  it("has the same VL at every output for the SLs of one class, but for turns from a column into a row, which dimension order does not take", () => {
    const { sl2vl, hostSl2vl } = datelineLanes.build(context, { classes: 1 });
    let compared = 0;
    for (const [, into, out, row] of text.matchAll(
      /^(\d+)\s+(\d+)\s+:([ \d]+)$/gm,
    )) {
      const [i, o] = [Number(into), Number(out)];
      const theirs = (row ?? "").trim().split(/\s+/).map(Number).slice(0, 8);
      const isHost = i === 0 && o === 0;
      const turns = (i === 2 || i === 4) && (o === 1 || o === 3);
      const ours = isHost
        ? hostSl2vl
        : sl2vl?.[0]?.subarray((i * 6 + o) * 16, (i * 6 + o + 1) * 16);
      expect(theirs, `in ${i} out ${o}`).toEqual(
        [...(ours ?? [])].slice(0, 8).map((vl) => vl + (turns ? 2 : 0)),
      );
      compared += 1;
    }
    // 16 switches of 6 inputs and 5 outputs, 16 hosts
    expect(compared).toBe(16 * 30 + 16);
  });

  it("has the same SL for every pair that is not half a ring apart", () => {
    const topo = readFileSync(join(folder, "../ibnetdiscover.txt"), "utf8");
    const placeOf = new Map<number, [number, number]>();
    for (const [, x, y, lid] of topo.matchAll(
      /^Ca.*"h_(\d+)_(\d+)"\s*\n\[1\].*?# lid (\d+) /gm,
    ))
      placeOf.set(Number(lid), [Number(x), Number(y)]);
    expect(placeOf.size).toBe(16);
    const rows = readFileSync(join(folder, "pathsl.txt"), "utf8").split("\n");
    const columns = (/: ([\d ]+)$/.exec(rows[0] ?? "")?.[1] ?? "")
      .split(" ")
      .map(Number);
    const host = ([x, y]: readonly number[]): EndportIx =>
      (fabric.nodeEndport[fabric.findNode(`H(${x},${y})`) ?? -1] ??
        -1) as EndportIx;
    let compared = 0;
    for (const line of rows.slice(1)) {
      const [source, list] = line.split(": ");
      if (list === undefined) continue;
      const from = placeOf.get(Number(source)) ?? [0, 0];
      for (const [i, sl] of list.split(" ").entries()) {
        const to = placeOf.get(columns[i] ?? 0) ?? [0, 0];
        const half = [0, 1].some((d) => Math.abs(from[d]! - to[d]!) === 2);
        if (sl === "-" || half) continue;
        expect(
          tables.pathSl(host(from), host(to)),
          `${from.join()} to ${to.join()}`,
        ).toBe(Number(sl));
        compared += 1;
      }
    }
    // each host and the 3 x 3 within one step of it, itself left out
    expect(compared).toBe(16 * 8);
  });

  it("has paths of the same lengths", () => {
    const verdicts = readFileSync(join(folder, "../../verdicts.tsv"), "utf8");
    const row = /^torus_4x4\ttorus-2QoS\tTrue\t0\t(\{.*?\})/m.exec(verdicts);
    const hops: Record<string, number> = {};
    for (let a = 0; a < 16; a++)
      for (let b = 0; b < 16; b++) {
        if (a === b) continue;
        const { switches } = walk(
          fabric,
          tables,
          (16 + a) as EndportIx,
          (16 + b) as EndportIx,
        );
        hops[switches.length] = (hops[switches.length] ?? 0) + 1;
      }
    expect(hops).toEqual(JSON.parse(row?.[1] ?? "null"));
  });
});
