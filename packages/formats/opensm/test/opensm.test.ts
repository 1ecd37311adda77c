import { multipleLid } from "@fabriclab/addressing-multiple-lid";
import { sequential } from "@fabriclab/addressing-sequential";
import { FabricBuilder } from "@fabriclab/fabric";
import { walk } from "@fabriclab/paths";
import { cyclic } from "@fabriclab/routing-cyclic";
import {
  FabricError,
  parseOptions,
  type Fabric,
  type ForwardingTables,
  type RoutingRule,
} from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { multicastUnion } from "@fabriclab/tables-multicast-union";
import { fatTree } from "@fabriclab/topology-fat-tree";
import type { EndportIx, Lid, Sl } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import {
  readGuid2lid,
  readLfts,
  readMcfdbs,
  readPathSl,
  readSl2vl,
  readTables,
  writeTables,
} from "../src/index.ts";

// B (GUID …0200) and A (GUID …0101): byte-reversed, B comes first. Two cables between them, one host each.
function pair(): Fabric {
  const builder = new FabricBuilder("pair");
  const [a, b] = [
    builder.addSwitch("A", 3, 0x101n),
    builder.addSwitch("B #2 'x'", 3, 0x200n),
  ];
  builder.connect(a, 1, b, 1);
  builder.connect(a, 2, builder.addHost("HA", 1, 0x10n), 1);
  builder.connect(b, 2, builder.addHost("HB", 1, 0x20n), 1);
  return builder.build();
}

function pairTables(
  fabric: Fabric,
  more: Partial<ForwardingTables> = {},
): ForwardingTables {
  const lids = sequential.assign(fabric, parseOptions(sequential, {}));
  // LIDs: HA 1, HB 2, A 3, B 4
  const lft = [
    Uint8Array.of(255, 2, 1, 0, 1),
    Uint8Array.of(255, 1, 2, 255, 0),
  ];
  return {
    lids,
    lft,
    lanes: 1,
    engine: "test",
    pathLid: (_, d) => (lids.baseLid[d] ?? 0) as Lid,
    pathSl: () => 0 as Sl,
    ...more,
  };
}

describe("a folder of tables", () => {
  it("is written in the dialect of OpenSM 3.3.23", () => {
    const fabric = pair();
    const files = writeTables(fabric, pairTables(fabric));
    expect(files["opensm-lfts.dump"]).toBe(
      [
        "Unicast lids [0-4] of switch Lid 4 guid 0x0000000000000200 ('B #2 'x''):",
        "0x0001 001 # Channel Adapter portguid 0x0000000000000011: 'HA'",
        "0x0002 002 # Channel Adapter portguid 0x0000000000000021: 'HB'",
        "0x0004 000 # Switch portguid 0x0000000000000200: 'B #2 'x''",
        "4 lids dumped",
        "Unicast lids [0-4] of switch Lid 3 guid 0x0000000000000101 ('A'):",
        "0x0001 002 # Channel Adapter portguid 0x0000000000000011: 'HA'",
        "0x0002 001 # Channel Adapter portguid 0x0000000000000021: 'HB'",
        "0x0003 000 # Switch portguid 0x0000000000000101: 'A'",
        "0x0004 001 # Switch portguid 0x0000000000000200: 'B #2 'x''",
        "4 lids dumped",
        "",
      ].join("\n"),
    );
    expect(files["guid2lid"]).toBe(
      "0x0000000000000011 1 1\n\n0x0000000000000021 2 2\n\n0x0000000000000101 3 3\n\n0x0000000000000200 4 4\n\n",
    );
    expect(files["opensm.mcfdbs"]).toBe("");
    expect(files["multicast-groups.tsv"]).toBeUndefined();
    expect(files["path-sl.tsv"]?.split("\n")).toHaveLength(2);
    // Map order by port GUID: …0200, …0101, …0011, …0021 reversed: 0x00, 0x01, 0x11, 0x21 in the last byte.
    expect(files["opensm-sl2vl.dump"]?.match(/^(Switch|Channel).*$/gm)).toEqual(
      [
        `Switch 0x0000000000000200, base LID 4, "B #2 'x'"`,
        `Switch 0x0000000000000101, base LID 3, "A"`,
        `Channel Adapter 0x0000000000000011, base LID 1, "HA"`,
        `Channel Adapter 0x0000000000000021, base LID 2, "HB"`,
      ],
    );
    // One lane: every SL goes to VL 0; ports 1 and 2 are cabled, port 3 is not.
    expect(
      files["opensm-sl2vl.dump"]?.match(/^\d+ +\d+ +: .*$/gm),
    ).toHaveLength(2 * (2 * 4) + 2);
    expect(files["opensm-sl2vl.dump"]).toContain(
      "\n3   2   : 0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0 \n",
    );
  });

  it("is read back as it was", () => {
    const fabric = pair();
    const tables = pairTables(fabric);
    const again = readTables(writeTables(fabric, tables), fabric);
    expect(again.lft).toEqual(tables.lft);
    expect(again.lids).toEqual(tables.lids);
    expect(again.lanes).toBe(1);
    expect(again.multicast).toBeUndefined();
    expect(writeTables(fabric, again)).toEqual(writeTables(fabric, tables));
  });

  it("keeps service levels and lanes", () => {
    const fabric = pair();
    const [ha, hb] = [2 as EndportIx, 3 as EndportIx];
    const tables = pairTables(fabric, {
      lanes: 2,
      pathSl: (s) => (s === ha ? 1 : 0) as Sl,
    });
    const files = writeTables(fabric, tables);
    expect(files["path-sl.tsv"]?.split("\n").slice(1)).toEqual(["1\t2\t1", ""]);
    const again = readTables(files, fabric);
    expect([again.lanes, again.pathSl(ha, hb), again.pathSl(hb, ha)]).toEqual([
      2, 1, 0,
    ]);
    expect(walk(fabric, again, ha, hb).lanes).toEqual([1, 1, 1]);
    expect(walk(fabric, again, hb, ha).lanes).toEqual([0, 0, 0]);
  });

  it("keeps path LIDs, groups and the plan of MLIDs on a fat tree", () => {
    const fabric = fatTree.build(
      parseOptions(fatTree, { ports: 4, levels: 3 }),
    );
    const lids = multipleLid.assign(fabric, parseOptions(multipleLid, {}));
    const routing = cyclic.create({ fabric, lids }, {}) as RoutingRule;
    const hosts = Array.from(
      { length: 16 },
      (_, i) => (fabric.switchCount + i) as EndportIx,
    );
    const groups = [
      {
        id: 4,
        name: "third host",
        members: hosts.filter((_, i) => i % 3 === 0),
        sources: hosts.slice(2, 9),
      },
    ];
    const context = { fabric, lids, routing, routingName: "cyclic", groups };
    const tables = {
      ...linear.build(context, {}),
      multicast: multicastUnion.build(
        context,
        parseOptions(multicastUnion, { plan: "shared" }),
      ),
    };
    const again = readTables(writeTables(fabric, tables), fabric);
    expect(again.lft).toEqual(tables.lft);
    expect(again.multicast?.masks).toEqual(tables.multicast.masks);
    expect(again.multicast?.groups).toEqual([
      { ...groups[0], sources: again.multicast?.groups[0]?.sources },
    ]);
    expect(
      [...(again.multicast?.groups[0]?.sources ?? [])].sort((a, b) => a - b),
    ).toEqual(groups[0]?.sources);
    for (const source of hosts) {
      if (groups[0]?.sources.includes(source))
        expect(again.multicast?.mlids(source, 4)).toEqual(
          tables.multicast.mlids(source, 4),
        );
      for (const destination of hosts)
        if (source !== destination)
          expect(again.pathLid(source, destination)).toBe(
            tables.pathLid(source, destination),
          );
    }
  });
});

describe("other dialects of LFTs", () => {
  const expected = [
    Uint8Array.of(255, 2, 1, 0, 1),
    Uint8Array.of(255, 1, 2, 255, 0),
  ];

  it("are read as ibroute and dump_lfts print them, also after CRLF", () => {
    const text = [
      "Unicast lids [0x0-0x4] of switch Lid 3 guid 0x0000000000000101 (A):",
      "  Lid  Out   Destination",
      "       Port     Info ",
      "0x0001 002 : (Channel Adapter portguid 0x0000000000000011: 'HA')",
      "0x0002 001 : (Channel Adapter portguid 0x0000000000000021: 'HB')",
      "0x0003 000 : (Switch portguid 0x0000000000000101: 'A')",
      "0x0004 001 : (Switch portguid 0x0000000000000200: 'B')",
      "4 valid lids dumped ",
      "Unicast lids [0x0-0x4] of switch DR path slid 0; dlid 0; 0,1 guid 0x0000000000000200 (B):",
      "0x0001 001 : (Channel Adapter portguid 0x0000000000000011: 'HA')",
      "0x0002 002 : (Channel Adapter portguid 0x0000000000000021: 'HB')",
      "0x0004 000 : (Switch portguid 0x0000000000000200: 'B')",
      "3 valid lids dumped ",
    ].join("\r\n");
    const dump = readLfts(text, pair());
    expect(dump.lft).toEqual(expected);
    expect([...dump.owners].sort()).toEqual([
      [1, 2],
      [2, 3],
      [3, 0],
      [4, 1],
    ]);
  });

  it.each(["dump_ucast_routes", "osm_ucast_mgr_dump_ucast_routes"])(
    "are read as opensm.fdbs prints them (%s), the LIDs found by the entries",
    (word) => {
      const text = [
        `${word}: Switch 0x0000000000000101`,
        "LID    : Port : Hops : Optimal",
        "0x0001 : 002  : 00   : yes",
        "0x0002 : 001  : 01   : yes",
        "0x0003 : 000  : 00   : yes",
        "0x0004 : 001  : 01   : yes",
        "",
        `${word}: Switch 0x0000000000000200`,
        "LID    : Port : Hops : Optimal",
        "0x0001 : 001  : 01   : yes",
        "0x0002 : 002  : 00   : yes",
        "0x0003 : UNREACHABLE",
        "0x0004 : 000  : 00   : yes",
        "",
      ].join("\n");
      const tables = readTables({ "osm.fdbs": text }, pair());
      expect(tables.lft).toEqual(expected);
      expect(Array.from(tables.lids.baseLid)).toEqual([3, 4, 1, 2]);
    },
  );
});

describe("a line that is wrong", () => {
  function refusal(run: () => unknown): FabricError {
    try {
      run();
    } catch (error) {
      if (FabricError.is(error)) return error;
      throw error;
    }
    throw new Error("nothing was refused");
  }
  const lids = () => pairTables(pair()).lids;
  const head =
    "Unicast lids [0-4] of switch Lid 3 guid 0x0000000000000101 ('A'):\n";

  it.each([
    [
      "E_OPENSM_SYNTAX",
      2,
      1,
      () => readLfts(`${head}0x0001 two # HA\n`, pair()),
    ],
    ["E_OPENSM_SYNTAX", 1, 1, () => readLfts("0x0001 002 # HA\n", pair())],
    [
      "E_OPENSM_BAD_PORT",
      2,
      8,
      () => readLfts(`${head}0x0001 004 # HA\n`, pair()),
    ],
    [
      "E_OPENSM_BAD_LID",
      2,
      1,
      () => readLfts(`${head}0xc001 001 # HA\n`, pair()),
    ],
    [
      "E_OPENSM_UNKNOWN_SWITCH",
      1,
      41,
      () => readLfts(head.replace("101", "777"), pair()),
    ],
    ["E_OPENSM_SYNTAX", 1, 1, () => readGuid2lid("0x11 one 1\n", pair())],
    [
      "E_OPENSM_BAD_LID",
      3,
      6,
      () => readGuid2lid("0x11 1 1\n\n0x21 2 4\n", pair()),
    ],
    ["E_OPENSM_BAD_LID", 1, 6, () => readGuid2lid("0x11 0 0\n", pair())],
    ["E_OPENSM_SYNTAX", 1, 1, () => readMcfdbs("0xC001 : 0x001 \n", pair())],
    [
      "E_OPENSM_BAD_PORT",
      3,
      17,
      () =>
        readMcfdbs(
          "Switch 0x0000000000000101\nLID    : Out Port(s)\n0xC001 : 0x001  0x004 \n",
          pair(),
        ),
    ],
    [
      "E_OPENSM_BAD_LID",
      2,
      1,
      () => readMcfdbs("Switch 0x0000000000000101\n0x0001 : 0x001 \n", pair()),
    ],
    [
      "E_OPENSM_UNKNOWN_SWITCH",
      1,
      8,
      () => readMcfdbs("Switch 0x0000000000000777\n", pair()),
    ],
    [
      "E_OPENSM_SYNTAX",
      2,
      1,
      () =>
        readSl2vl(
          `Switch 0x0000000000000101, base LID 3, "A"\n0 1 : 0 1 2\n`,
          pair(),
        ),
    ],
    [
      "E_OPENSM_BAD_PORT",
      2,
      1,
      () =>
        readSl2vl(
          `Switch 0x0000000000000101, base LID 3, "A"\n0 4 : ${"0 ".repeat(16)}\n`,
          pair(),
        ),
    ],
    [
      "E_OPENSM_BAD_LANE",
      2,
      5,
      () =>
        readSl2vl(
          `Switch 0x0000000000000101, base LID 3, "A"\n0 1 : ${"16 ".repeat(16)}\n`,
          pair(),
        ),
    ],
    [
      "E_OPENSM_SYNTAX",
      2,
      1,
      () => readPathSl("# slid dlid sl\n1 2\n", lids()),
    ],
    ["E_OPENSM_BAD_SL", 1, 5, () => readPathSl("1 2 16\n", lids())],
    ["E_OPENSM_BAD_LID", 1, 3, () => readPathSl("1 9 0\n", lids())],
  ])("is refused as %s at %i:%i", (code, line, column, run) => {
    const error = refusal(run);
    expect(error.code).toBe(code);
    expect([error.where.line, error.where.column]).toEqual([line, column]);
    expect(error.where.file).toMatch(/\w/);
    expect(error.expected).toMatch(/\w/);
  });

  it("two ports that own one LID are refused", () => {
    expect(
      refusal(() => readGuid2lid("0x11 4 5\n0x21 5 5\n", pair())).code,
    ).toBe("E_OPENSM_CONTRADICTION");
  });

  it("a folder without unicast tables is refused, with what it holds", () => {
    const error = refusal(() => readTables({ "notes.txt": "" }, pair()));
    expect([error.code, error.got]).toEqual(["E_OPENSM_NO_LFTS", "notes.txt"]);
  });

  it("LIDs of guid2lid are read in hexadecimal, as OpenSM rewrites them", () => {
    const table = readGuid2lid(
      "0x0000000000000011 0x0002 0x0003\n\n0x0000000000000101 0x0012 0x0012\n\n",
      pair(),
    );
    expect(Array.from(table.baseLid)).toEqual([18, 0, 2, 0]);
    expect(Array.from(table.lmc)).toEqual([0, 0, 1, 0]);
  });

  it("GUIDs of ports long gone are passed over in guid2lid", () => {
    const table = readGuid2lid(
      "0x0000000000000011 1 1\n0x00000000deadbeef 2 2\n",
      pair(),
    );
    expect(Array.from(table.baseLid)).toEqual([0, 0, 1, 0]);
  });
});

describe("a folder of tables", () => {
  it("is read from the bytes of its files as from their text", () => {
    const fabric = pair();
    const files = writeTables(fabric, pairTables(fabric));
    const bytes = Object.fromEntries(
      Object.entries(files).map(([name, text]) => [
        name,
        new TextEncoder().encode(text),
      ]),
    );
    const { lft, lids } = readTables(bytes, fabric);
    expect({ lft, lids }).toEqual({
      lft: pairTables(fabric).lft,
      lids: pairTables(fabric).lids,
    });
  });

  it("is not written of tables of another fabric", () => {
    const more = new FabricBuilder("three");
    for (const name of ["A", "B", "C"]) more.addSwitch(name, 3);
    expect(() => writeTables(more.build(), pairTables(pair()))).toThrow(
      expect.objectContaining({
        code: "E_SPEC_TABLES_FABRIC",
        got: "tables of 2 switches and 4 endports",
      }),
    );
  });
});
