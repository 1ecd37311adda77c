import {
  channelLoads,
  loadSummary,
  makespanLowerBound,
  operationsOf,
} from "@fabriclab/analysis-balance";
import { FabricBuilder } from "@fabriclab/fabric";
import {
  lidTable,
  type Fabric,
  type ForwardingTables,
  type MulticastTables,
} from "@fabriclab/spec";
import type {
  EndportIx,
  Lid,
  Mlid,
  NodeIx,
  PortNum,
  Sl,
} from "@fabriclab/units";
import { describe, expect, it } from "vitest";

const refused = (code: string, extra: object = {}) =>
  expect.objectContaining({ code, ...extra });
const hosts = [2, 3, 4, 5] as EndportIx[];

/** A and B (ports 1, 2) on switch L, C and D on switch R, L:3 to R:3 at twice the rate. LIDs 1-4 for A-D. */
function dumbbell(): Fabric {
  const builder = new FabricBuilder("dumbbell");
  const left = builder.addSwitch("L", 4);
  const right = builder.addSwitch("R", 4);
  for (const [i, name] of ["A", "B", "C", "D"].entries())
    builder.connect(
      i < 2 ? left : right,
      (i % 2) + 1,
      builder.addHost(name),
      1,
    );
  builder.connect(left, 3, right, 3, { speed: "DDR" });
  return builder.build();
}

const fabric = dumbbell();
const port = (name: string, num: number): number =>
  fabric.portOf(fabric.findNode(name) as NodeIx, num as PortNum);
const lfts = [
  [255, 1, 2, 3, 3],
  [255, 3, 3, 1, 2],
];

/** One MLID for every group, with the port masks of L and R. */
const tables = (left: number, right: number, lft = lfts): ForwardingTables => {
  const multicast: MulticastTables = {
    groups: [],
    mlidCount: 1,
    firstMlid: 0,
    words: 1,
    masks: Int32Array.of(left, right),
    mlids: () => [0xc000 as Mlid],
    plan: "one",
  };
  return {
    lids: lidTable(Uint16Array.of(0, 0, 1, 2, 3, 4), new Uint8Array(6)),
    lft: lft.map((row) => Uint8Array.from(row)),
    lanes: 1,
    engine: "drawn",
    multicast,
    pathLid: (_, to) => (to - 1) as Lid,
    pathSl: () => 0 as Sl,
  };
};
const tree = tables(0b1110, 0b1110);
const loadsAt = (loads: Float64Array): Record<string, number> =>
  Object.fromEntries(
    [...loads.entries()]
      .filter(([, n]) => n > 0)
      .map(([p, n]) => [
        `${fabric.nodeName[fabric.portNode[p]!]!}:${p - fabric.portStart[fabric.portNode[p]!]! + 1}`,
        n,
      ]),
  );

describe("channel loads", () => {
  it("of unicast are one per copy along each path, the source itself left out", () => {
    const loads = channelLoads(fabric, tree, [
      { source: hosts[0]!, receivers: hosts },
    ]);
    expect(loadsAt(loads)).toEqual({
      "A:1": 3,
      "L:2": 1,
      "L:3": 2,
      "R:1": 1,
      "R:2": 1,
    });
    expect(loadSummary(loads)).toEqual({ max: 3, crossings: 8 });
  });

  it("of multicast are one per channel of the tree", () => {
    const loads = channelLoads(fabric, tree, [{ source: hosts[0]!, group: 0 }]);
    expect(loadsAt(loads)).toEqual({
      "A:1": 1,
      "L:2": 1,
      "L:3": 1,
      "R:1": 1,
      "R:2": 1,
    });
  });

  it("add up over operations, and groups give one operation per source", () => {
    const group = {
      id: 7,
      name: "g",
      members: hosts,
      sources: [hosts[0]!, hosts[2]!],
    };
    const multicast = operationsOf([group], "multicast");
    expect(multicast).toEqual([
      { source: 2, group: 7 },
      { source: 4, group: 7 },
    ]);
    expect(loadsAt(channelLoads(fabric, tree, multicast))).toEqual({
      "A:1": 1,
      "C:1": 1,
      "L:1": 1,
      "L:2": 2,
      "L:3": 1,
      "R:1": 1,
      "R:2": 2,
      "R:3": 1,
    });
    const unicast = channelLoads(
      fabric,
      tree,
      operationsOf([group], "unicast"),
    );
    expect(unicast[port("L", 3)]).toBe(2);
    expect(unicast[port("R", 3)]).toBe(2);
    expect(unicast[port("R", 2)]).toBe(2);
  });

  it("refuse paths that do not arrive, copies that go round, and multicast without tables", () => {
    const broken = tables(0, 0, [[255, 1, 2, 3, 255], lfts[1]!]);
    expect(() =>
      channelLoads(fabric, broken, [{ source: hosts[0]!, receivers: hosts }]),
    ).toThrow(
      refused("E_BALANCE_PATH", { got: "no-path", where: { path: "A to D" } }),
    );
    const { multicast: _, ...bare } = tree;
    expect(() =>
      channelLoads(fabric, bare, [{ source: hosts[0]!, group: 0 }]),
    ).toThrow(refused("E_BALANCE_OPERATION"));
    const ring = new FabricBuilder("ring");
    const sw = [0, 1, 2].map((i) => ring.addSwitch(`S${i}`, 3));
    sw.forEach((from, i) => {
      ring.connect(from, 1, sw[(i + 1) % 3]!, 2);
    });
    sw.forEach((at, i) => {
      ring.connect(at, 3, ring.addHost(`H${i}`), 1);
    });
    const round = {
      ...tables(0, 0, [lfts[0]!, lfts[1]!, lfts[1]!]),
      multicast: {
        ...tables(0, 0).multicast!,
        masks: Int32Array.of(0b1110, 0b1110, 0b1110),
      },
    };
    expect(() =>
      channelLoads(ring.build(), round, [{ source: 3 as EndportIx, group: 0 }]),
    ).toThrow(refused("E_BALANCE_LOOP"));
  });
});

describe("the makespan bound", () => {
  it("is the busiest channel's packets one after the other, in time and not in packets", () => {
    // 100 B at 4 ns a byte; the cable between the switches has half the time per byte.
    const one = makespanLowerBound(
      fabric,
      channelLoads(fabric, tree, [{ source: hosts[0]!, receivers: hosts }]),
      100,
    );
    expect(one).toEqual({
      bound: 1_200_000,
      channel: port("A", 1),
      packets: 3,
    });
    const cross = [
      { source: hosts[0]!, receivers: [hosts[2]!, hosts[3]!] },
      { source: hosts[1]!, receivers: [hosts[2]!, hosts[3]!] },
    ];
    // L:3 carries 4 packets of 200 ns, R:1 only 2 but of 400 ns each: a tie, kept by the first channel in port order.
    const tie = makespanLowerBound(
      fabric,
      channelLoads(fabric, tree, cross),
      100,
    );
    expect(tie).toEqual({ bound: 800_000, channel: port("L", 3), packets: 4 });
  });

  it("of nothing is zero", () => {
    expect(
      makespanLowerBound(fabric, new Float64Array(fabric.portCount), 100),
    ).toEqual({ bound: 0, channel: -1, packets: 0 });
  });
});
