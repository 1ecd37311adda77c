import { describe, expect, it } from "vitest";
import { flood } from "@fabriclab/paths";
import {
  FabricError,
  parseOptions,
  type Fabric,
  type MulticastTables,
} from "@fabriclab/spec";
import { ring } from "@fabriclab/testing-fabrics";
import { readVectors } from "@fabriclab/testing-golden";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { mesh } from "@fabriclab/topology-mesh";
import type { EndportIx, Mlid } from "@fabriclab/units";

/** One MLID, 0xC000, with ports by switch name. */
function masks(
  fabric: Fabric,
  ports: Record<string, readonly number[]>,
): MulticastTables {
  const words = 9;
  const table = new Int32Array(fabric.switchCount * words);
  for (const [name, list] of Object.entries(ports)) {
    const sw = fabric.findNode(name);
    if (sw === undefined) throw new Error(`no switch ${name}`);
    for (const port of list)
      table[sw * words + (port >> 5)] =
        (table[sw * words + (port >> 5)] ?? 0) | (1 << (port & 31));
  }
  return {
    groups: [],
    mlidCount: 1,
    firstMlid: 0,
    words,
    masks: table,
    mlids: () => [0xc000 as Mlid],
    plan: "drawn",
  };
}

function deliveries(
  fabric: Fabric,
  ports: Record<string, readonly number[]>,
  source: string,
) {
  const from = (fabric.nodeEndport[fabric.findNode(source) ?? -1] ??
    -1) as EndportIx;
  const result = flood(fabric, masks(fabric, ports), from, 0xc000 as Mlid);
  const copies: Record<string, number> = {};
  for (const [endport, count] of result.deliveries.entries())
    if (count > 0)
      copies[fabric.nodeName[fabric.endportNode[endport] ?? -1] ?? ""] = count;
  return { ...result, copies };
}

const tree43 = fatTree.build(parseOptions(fatTree, { ports: 4, levels: 3 }));
const tree82 = fatTree.build(parseOptions(fatTree, { ports: 8, levels: 2 }));
const mesh55 = mesh.build(parseOptions(mesh, { columns: 5, rows: 5 }));

describe("flood", () => {
  it("delivers the cyclic example of the fat tree once to each member (T-001-6, T-001-7)", () => {
    const { copies, dead, loop, crossings } = deliveries(
      tree43,
      {
        "SW<00,2>": [3],
        "SW<00,1>": [3],
        "SW<00,0>": [3],
        "SW<20,1>": [1, 2],
        "SW<20,2>": [1, 2],
        "SW<21,2>": [1, 2],
      },
      "P(000)",
    );
    expect(copies).toEqual({
      "P(200)": 1,
      "P(201)": 1,
      "P(210)": 1,
      "P(211)": 1,
    });
    expect([dead, loop]).toEqual([0, undefined]);
    // P(000) up, two ups, down to <20,1>, to two leaves, to four hosts
    expect(crossings).toEqual(new Array(10).fill(1));
  });

  it("delivers three copies of a packet whose leaf sends it up three ways (Fig. 3c, T-001-8)", () => {
    const { copies } = deliveries(
      tree82,
      {
        "SW<0,1>": [5, 6, 7],
        "SW<0,0>": [2],
        "SW<1,0>": [2],
        "SW<2,0>": [2],
        "SW<1,1>": [1, 2, 3],
      },
      "P(00)",
    );
    expect(copies).toEqual({ "P(10)": 3, "P(11)": 3, "P(12)": 3 });
  });

  it("delivers the mesh example once to each member (T-000-6, T-000-7)", () => {
    const ports = {
      "N(2,2)": [1, 3],
      "N(1,2)": [3],
      "N(0,2)": [2],
      "N(0,3)": [2, 5],
      "N(0,4)": [5],
      "N(3,2)": [1, 2],
      "N(3,3)": [5],
      "N(4,2)": [4, 5],
      "N(4,1)": [4],
      "N(4,0)": [5],
    };
    const { copies, dead, channels } = deliveries(mesh55, ports, "H(2,2)");
    expect(copies).toEqual({
      "H(0,3)": 1,
      "H(0,4)": 1,
      "H(3,3)": 1,
      "H(4,0)": 1,
      "H(4,2)": 1,
    });
    expect(dead).toBe(0);
    // "10 switch visits": every switch with an entry is entered once
    expect(
      channels.filter(
        (channel) =>
          (mesh55.portNode[mesh55.portPeer[channel] ?? -1] ?? -1) <
          mesh55.switchCount,
      ),
    ).toHaveLength(10);
    const vector = readVectors("000")?.["union"]?.["mft_with_host"] as
      | Record<string, number[]>
      | undefined;
    if (vector !== undefined)
      expect(
        Object.fromEntries(
          Object.entries(vector).map(([at, list]) => [`N(${at})`, list]),
        ),
      ).toEqual(ports);
  });

  it("finds copies that go round for ever", () => {
    // Ring a-b-c-a: every switch passes on to both neighbours.
    const { loop, copies } = deliveries(
      ring(3),
      { a: [1, 2], b: [1, 2, 3], c: [1, 2] },
      "A",
    );
    expect(loop).toHaveLength(3);
    expect(copies).toEqual({ B: 1 });
  });

  it("counts copies that end nowhere", () => {
    const { dead, copies } = deliveries(ring(3), { a: [1, 40] }, "A");
    // port 40 does not exist; b has no entry for the copy that it gets
    expect([dead, copies]).toEqual([2, {}]);
  });

  it("never sends back to the ingress, and serves the endport of a switch by bit 0", () => {
    const { copies, dead } = deliveries(
      ring(3),
      { a: [0, 1, 3], b: [1, 3] },
      "A",
    );
    // a: port 3 is A itself; b: port 1 leads back to a
    expect([copies, dead]).toEqual([{ a: 1, B: 1 }, 0]);
  });

  it("starts at a switch's own endport too", () => {
    const { copies } = deliveries(ring(3), { a: [0, 3] }, "a");
    expect(copies).toEqual({ A: 1 });
  });

  it("refuses an MLID without a table", () => {
    expect(() =>
      flood(tree43, masks(tree43, {}), 20 as EndportIx, 0xc001 as Mlid),
    ).toThrow(FabricError);
  });
});
