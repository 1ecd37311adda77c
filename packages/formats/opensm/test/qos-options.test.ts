import { sequential } from "@fabriclab/addressing-sequential";
import { spf } from "@fabriclab/routing-spf";
import {
  parseOptions,
  type ForwardingTables,
  type RoutingRule,
} from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { kimFigure4a } from "@fabriclab/testing-fabrics";
import { describe, expect, it } from "vitest";
import { oneSl2vlForAll, writeQosOptions } from "../src/index.ts";

const fabric = kimFigure4a();
const lids = sequential.assign(fabric, parseOptions(sequential, {}));
const routing = spf.create(
  { fabric, lids },
  parseOptions(spf, {}),
) as RoutingRule;
const plain = linear.build(
  { fabric, lids, routing, routingName: "spf", groups: [] },
  parseOptions(linear, {}),
);
const vlArb = {
  high: [
    { vl: 0, weight: 64 },
    { vl: 1, weight: 255 },
  ],
  low: [{ vl: 2, weight: 4 }],
  highLimit: 10,
};
const table = (laneOf: (out: number, sl: number) => number) =>
  Array.from({ length: fabric.switchCount }, (_, sw) => {
    const ports = fabric.portStart[sw + 1]! - fabric.portStart[sw]! + 1;
    return Uint8Array.from({ length: ports * ports * 16 }, (_entry, i) =>
      laneOf(Math.floor(i / 16) % ports, i % 16),
    );
  });
const write = (fields: Partial<ForwardingTables>): string[] =>
  (writeQosOptions({ ...plain, ...fields }) ?? "").split("\n").slice(1, -1);

describe("QoS options of OpenSM", () => {
  it("are those of its options file: limit, weights by VL, and the VL of every SL", () => {
    const laneOf = (sl: number): number => (sl < 8 ? sl % 2 : sl < 15 ? 2 : 15);
    expect(
      write({
        vlArb,
        lanes: 3,
        sl2vl: table((_, sl) => laneOf(sl)),
        hostSl2vl: Uint8Array.from({ length: 16 }, (_, sl) => laneOf(sl)),
      }),
    ).toEqual([
      "qos TRUE",
      "qos_max_vls 3",
      "qos_high_limit 10",
      "qos_vlarb_high 0:64,1:255",
      "qos_vlarb_low 2:4",
      "qos_sl2vl 0,1,0,1,0,1,0,1,2,2,2,2,2,2,2,15",
    ]);
  });

  it("name SL modulo lanes where there is no SL2VL table", () => {
    expect(write({ vlArb, lanes: 3 }).at(-1)).toBe(
      "qos_sl2vl 0,1,2,0,1,2,0,1,2,0,1,2,0,1,2,0",
    );
  });

  it("say so where SL2VL tables differ between ports, or between hosts and switches", () => {
    const byPort = table((out) => out % 2);
    const zero = new Uint8Array(16);
    expect(write({ vlArb, lanes: 3, sl2vl: byPort }).at(-1)).toMatch(
      /^# no qos_sl2vl: the SL2VL tables differ between ports/,
    );
    expect(
      write({ vlArb, lanes: 3, sl2vl: table(() => 1), hostSl2vl: zero }).at(-1),
    ).toMatch(/^# no qos_sl2vl/);
  });

  it("leave the arbitration to OpenSM where tables have several VLs and no arbitration", () => {
    expect(write({ lanes: 2 })).toEqual([
      "qos TRUE",
      "qos_max_vls 2",
      "qos_sl2vl 0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1",
    ]);
  });

  it("are not written for tables of one VL without arbitration", () => {
    expect(writeQosOptions(plain)).toBeUndefined();
  });

  it("can say what the tables say, or cannot", () => {
    expect(oneSl2vlForAll({ ...plain, lanes: 2 })).toBe(true);
    const byPort = table((out) => out % 2);
    expect(oneSl2vlForAll({ ...plain, lanes: 2, sl2vl: byPort })).toBe(false);
  });
});
