import { sequential } from "@fabriclab/addressing-sequential";
import { flood } from "@fabriclab/paths";
import { xy } from "@fabriclab/routing-xy";
import {
  FabricError,
  parseOptions,
  type MulticastTables,
  type MulticastTablesPlugin,
} from "@fabriclab/spec";
import { ruleCase } from "@fabriclab/testing-conformance";
import { mesh } from "@fabriclab/topology-mesh";
import type { EndportIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { hamiltonianDualPath, hamiltonianMultiPath } from "../src/index.ts";
import { Labelling } from "../src/labelling.ts";
import { meshShape } from "@fabriclab/topology-mesh";

// Labels on 4 columns and 3 rows, y = 2 on top:
//
//    8  9 10 11
//    7  6  5  4
//    0  1  2  3
const fabric = mesh.build(parseOptions(mesh, { columns: 4, rows: 3 }));
const place = [
  ...["0,0", "1,0", "2,0", "3,0"],
  ...["3,1", "2,1", "1,1", "0,1"],
  ...["0,2", "1,2", "2,2", "3,2"],
];

const host = (label: number): EndportIx =>
  (fabric.nodeEndport[fabric.findNode(`H(${place[label]})`) ?? -1] ??
    -1) as EndportIx;
const labelOf = (node: number): number =>
  place.indexOf((fabric.nodeName[node] ?? "").slice(2, -1));

const { context } = ruleCase(fabric, sequential, xy);

function build(
  plugin: MulticastTablesPlugin,
  source: number,
  members: readonly number[],
): MulticastTables {
  const groups = [
    { id: 0, name: "G", members: members.map(host), sources: [host(source)] },
  ];
  return plugin.build({ ...context, groups }, parseOptions(plugin, {}));
}

/** For each packet: the labels of the switches that it visits, those where it leaves a copy with a star. */
function visits(
  plugin: MulticastTablesPlugin,
  source: number,
  members: readonly number[],
): string[] {
  const tables = build(plugin, source, members);
  return tables.mlids(host(source), 0).map((mlid) => {
    const { channels, deliveries, loop, dead } = flood(
      fabric,
      tables,
      host(source),
      mlid,
    );
    expect([loop, dead]).toEqual([undefined, 0]);
    return channels
      .map((channel) => fabric.portNode[fabric.portPeer[channel] ?? 0] ?? 0)
      .filter((node) => node < fabric.switchCount)
      .map(labelOf)
      .map((label) => `${label}${deliveries[host(label)] === 1 ? "*" : ""}`)
      .join(" ");
  });
}

describe("the labelling of 4 columns and 3 rows", () => {
  const labelling = new Labelling(meshShape(fabric));

  it("runs along even rows eastwards and along odd ones westwards", () => {
    for (const [label, at] of place.entries())
      expect(labelling.label[fabric.findNode(`N(${at})`) ?? -1]).toBe(label);
  });

  it("goes up by the greatest label that is not too great, and down by the least that is not too small", () => {
    const step = (from: number, to: number): number =>
      labelOf(
        labelling.step(
          fabric.findNode(`N(${place[from]})`) ?? -1,
          fabric.findNode(`N(${place[to]})`) ?? -1,
        ).sw,
      );
    // neighbours of 5: 4, 6, 2, 10
    expect([6, 9, 10, 11].map((to) => step(5, to))).toEqual([6, 6, 10, 10]);
    expect([4, 3, 2, 0].map((to) => step(5, to))).toEqual([4, 4, 2, 2]);
    // neighbours of 0: 1, 7
    expect([1, 6, 7, 11].map((to) => step(0, to))).toEqual([1, 1, 7, 7]);
  });
});

describe("dual-path from 6 on 4 columns and 3 rows", () => {
  it("sends one packet up and one down", () => {
    expect(visits(hamiltonianDualPath, 6, [0, 3, 4, 8, 11])).toEqual([
      "6 7 8* 9 10 11*",
      "6 5 4* 3* 2 1 0*",
    ]);
  });

  it("sends one where nobody is on the other side", () => {
    expect(visits(hamiltonianDualPath, 6, [10])).toEqual(["6 9 10*"]);
    expect(visits(hamiltonianDualPath, 0, [0, 2, 11])).toEqual([
      "0 1 2* 5 10 11*",
    ]);
  });
});

describe("multi-path from 6 on 4 columns and 3 rows", () => {
  it("divides each way by column between the neighbours 9 and 7, 5 and 1", () => {
    // above: 7 lies west of 9; columns 1 to 3 go by 9, column 0 by 7. below: 5 lies east of 1; columns 2, 3 go by 5, columns 0, 1 by 1
    expect(visits(hamiltonianMultiPath, 6, [0, 3, 4, 8, 11])).toEqual([
      "6 9 10 11*",
      "6 7 8*",
      "6 5 4* 3*",
      "6 1 0*",
    ]);
  });

  it("divides between the two neighbours of a corner, which lie on one side of it", () => {
    expect(visits(hamiltonianMultiPath, 11, [0, 3, 10])).toEqual([
      // from 10 down to 0: 5 is below 9, 2 is below 4 and 6
      "11 10* 5 2 1 0*",
      "11 4 3*",
    ]);
    expect(visits(hamiltonianMultiPath, 0, [1, 7])).toEqual(["0 1*", "0 7*"]);
  });
});

describe("MLIDs", () => {
  it("are one per source and packet, and only for declared sources", () => {
    const tables = build(hamiltonianMultiPath, 6, [0, 3, 4, 8, 11]);
    expect(tables.mlidCount).toBe(4);
    expect(tables.mlids(host(6), 0)).toEqual([0xc000, 0xc001, 0xc002, 0xc003]);
    expect(() => tables.mlids(host(5), 0)).toThrow("not a declared source");
  });

  it("are refused where they run out, saying how many there are", () => {
    const hosts = place.map((_, label) => host(label));
    const groups = [{ id: 0, name: "all", members: hosts, sources: hosts }];
    const make = (firstMlid: number): MulticastTables =>
      hamiltonianDualPath.build({ ...context, groups }, { firstMlid });
    // two for each source, one for the two ends of the path
    expect(make(0).mlidCount).toBe(22);
    expect(make(16_383 - 22).mlidCount).toBe(22);
    try {
      make(16_383 - 21);
      throw new Error("nothing was refused");
    } catch (error) {
      if (!FabricError.is(error)) throw error;
      expect([error.code, error.got, error.expected]).toEqual([
        "E_HAMILTONIAN_PATH_MLID_OVERFLOW",
        "22 MLIDs for 1 groups",
        "at most 21",
      ]);
    }
  });

  it("are refused on a torus", () => {
    const torus = mesh.build(
      parseOptions(mesh, { columns: 3, rows: 3, wrap: true }),
    );
    for (const plugin of [hamiltonianDualPath, hamiltonianMultiPath])
      expect(() =>
        plugin.build({ ...context, fabric: torus }, parseOptions(plugin, {})),
      ).toThrow("not a complete 2-D mesh");
  });
});
