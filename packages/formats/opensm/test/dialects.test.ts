import { FabricBuilder } from "@fabriclab/fabric";
import { FabricError, type Fabric } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import {
  DumpNotes,
  readGuid2lid,
  readGuidList,
  writeGuidList,
  readLfts,
  readMcfdbs,
  readNodeNameMap,
  readPathSl,
  readSl2vl,
  readTables,
} from "../src/index.ts";

// Leaf A (GUID a0, 20 ports) and B (GUID b0, 3 ports), one cable A:17 - B:1. Hosts: HA on A:2, HB on B:2, and the dual-port HC on A:20 and B:3.
function fabricOf(): Fabric {
  const builder = new FabricBuilder("two leaves");
  const a = builder.addSwitch("A", 20, 0xa0n);
  const b = builder.addSwitch("B", 3, 0xb0n);
  builder.connect(a, 17, b, 1);
  const hc = builder.addHost("HC", 2, 0x30n);
  builder.connect(a, 2, builder.addHost("HA", 1, 0x10n), 1);
  builder.connect(b, 2, builder.addHost("HB", 1, 0x20n), 1);
  builder.connect(a, 20, hc, 1);
  builder.connect(b, 3, hc, 2);
  return builder.build();
}

const fabric = fabricOf();
// Endports: A 0, B 1, HC:1 2, HC:2 3, HA 4, HB 5.
const [HC1, HC2, HA, HB] = [2, 3, 4, 5] as EndportIx[];
const GUID2LID = "0xa0 1 1\n0xb0 2 2\n0x31 3 3\n0x32 4 4\n0x11 5 5\n0x21 6 6\n";
const lids = readGuid2lid(GUID2LID, fabric);

function refusal(run: () => unknown): FabricError {
  try {
    run();
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

/** What is noted while reading, as `line: message (count)`. */
function noted(read: (notes: DumpNotes) => unknown): string[] {
  const notes = new DumpNotes();
  read(notes);
  return notes
    .all()
    .map(({ line, message, count }) => `${line}: ${message} (${count})`);
}

describe("the port masks of ibroute -M", () => {
  // As its source prints them: tens above, units, then a column of two for each port.
  const columns = (ports: readonly number[], radix: number): string =>
    Array.from({ length: radix + 1 }, (_, port) =>
      ports.includes(port) ? "x " : "  ",
    ).join("");
  const units = (radix: number): string =>
    Array.from({ length: radix + 1 }, (_, port) => `${port % 10} `).join("");
  const TENS = `            ${Array.from({ length: 21 }, (_, i) => (i % 10 === 0 ? `${i / 10} ` : "  ")).join("")}`;
  const text = [
    "Multicast mlids [0xc000-0xc003] of switch Lid 1 guid 0x00000000000000a0 (A):",
    TENS,
    `     Ports: ${units(20)}`,
    " MLid",
    `0xc001      ${columns([2, 17, 20], 20)}`,
    `0xc003      ${columns([0, 2], 20)}`,
    "2 valid mlids dumped ",
    "Multicast mlids [0xc000-0xc003] of switch Lid 2 guid 0x00000000000000b0 (B):",
    `     Ports: ${units(3)}`,
    " MLid",
    `0xc001      ${columns([1, 3], 3)}`,
    "1 valid mlids dumped ",
    "",
  ].join("\n");
  const list =
    "Switch 0xa0\nLID    : Out Port(s)\n0xC001 : 0x002  0x011  0x014 \n0xC003 : 0x000  0x002 \n\nSwitch 0xb0\nLID    : Out Port(s)\n0xC001 : 0x001  0x003 \n";

  it("say the same as OpenSM's list, and so do ibroute -M -n and ibdm's list", () => {
    const brief = text
      .replaceAll(/^ {5}Ports.*\n MLid$/gm, " MLid       Port Mask")
      .replace(TENS, "")
      // Ports 2 in the first word; 17 and 20 are bits 1 and 4 of the second.
      .replace(/^0xc001.*$/m, "0xc001      00040012")
      .replace(/^0xc003.*$/m, "0xc003      00050000")
      .replace(/^0xc001 {6}. .*$/m, "0xc001      000a");
    const ibdm = list
      .replaceAll("LID    : Out Port(s)\n", "")
      .replaceAll(/^(0xC00\d) : /gm, "LID : $1\n");
    const expected = readMcfdbs(list, fabric);
    for (const dialect of [text, text.replaceAll(/ +$/gm, ""), brief, ibdm]) {
      const read = readMcfdbs(dialect, fabric);
      expect(read.masks).toEqual(expected.masks);
      expect(read.firstMlid).toBe(1);
      expect(read.groups).toEqual(expected.groups);
    }
    expect(expected.groups.map(({ name, members }) => [name, members])).toEqual(
      [
        ["0xc001", [HC1, HC2, HA].sort()],
        ["0xc003", [HA]],
      ],
    );
  });

  it.each([
    ["blanks lost", text.replaceAll(/ +/g, " "), "E_OPENSM_SYNTAX", 3],
    [
      "a ruler of another switch",
      text.replace(units(20), units(24)),
      "E_OPENSM_SYNTAX",
      3,
    ],
    [
      "an x between two columns",
      text.replace("0xc003      x", "0xc003       x"),
      "E_OPENSM_SYNTAX",
      6,
    ],
    [
      "a port too many",
      text.replace(
        columns([1, 3], 3) + "\n1 v",
        columns([1, 3, 4], 4) + "\n1 v",
      ),
      "E_OPENSM_BAD_PORT",
      11,
    ],
    [
      "an MLID beyond the heading",
      text.replace("0xc003 ", "0xc004 "),
      "E_OPENSM_BAD_LID",
      6,
    ],
    ["a line lost", text.replace(/^0xc003.*\n/m, ""), "E_OPENSM_TRUNCATED", 6],
    [
      "one MLID twice",
      text.replace("0xc003 ", "0xc001 "),
      "E_OPENSM_CONTRADICTION",
      6,
    ],
  ] as const)("with %s are refused", (_, given, code, line) => {
    expect(refusal(() => readMcfdbs(given, fabric))).toMatchObject({
      code,
      where: { line },
    });
  });
});

describe("path SLs", () => {
  const slOf = (text: string, notes = new DumpNotes()) => {
    const paths = readPathSl(text, lids, "pathsl", fabric, notes);
    return [
      [HA, HB],
      [HB, HA],
      [HC1, HA],
      [HC2, HA],
    ].map(([s, d]) => paths.pathSl(s as EndportIx, d as EndportIx));
  };

  it("are read from a matrix with the destinations in a comment", () => {
    const text =
      "# SLs; columns = destination host LIDs: 5 6 4\n5: - 7 1\n6: 2 - 0\n3: 4 0 0\n";
    expect(slOf(text)).toEqual([7, 2, 4, 0]);
    expect(
      noted((notes) => readPathSl(text, lids, "m", fabric, notes)),
    ).toEqual([
      "0: ordered pairs of hosts of which the file says nothing use SL 0 (5)",
    ]);
  });

  it("are read from ibdmchk's file, for each port of a node", () => {
    const text =
      "0x0000000000000010 6 7\n0x0000000000000020 5 2\n0x0000000000000030 5 4\n";
    expect(slOf(text)).toEqual([7, 0, 4, 4].with(1, 2));
    expect(
      noted((notes) => readPathSl(text, lids, "m", fabric, notes)),
    ).toContain(
      "3: SLs of a node with several ports were taken for each of them (1)",
    );
  });

  it.each([
    ["a cell too few", "# to: 5 6\n5: -\n", "E_OPENSM_SYNTAX", 2],
    ["a row before its heading", "5: - 7\n", "E_OPENSM_SYNTAX", 1],
    ["an SL of 16", "# to: 5 6\n5: - 16\n", "E_OPENSM_BAD_SL", 2],
    ["a LID of nobody", "# to: 5 9\n5: - 1\n", "E_OPENSM_BAD_LID", 2],
    [
      "an unknown node",
      "0x00000000000000ff 5 1\n",
      "E_OPENSM_UNKNOWN_SWITCH",
      1,
    ],
    [
      "two SLs for a pair",
      "5 6 1\n6 5 1\n5 6 2\n",
      "E_OPENSM_CONTRADICTION",
      3,
    ],
    ["an end that is cut off", "5 6 1\n6 5 1", "E_OPENSM_TRUNCATED", 2],
  ])("with %s are refused", (_, text, code, line) => {
    expect(refusal(() => slOf(text))).toMatchObject({ code, where: { line } });
  });
});

describe("SL2VL tables", () => {
  const row = (ports: string, vls: readonly number[]) =>
    `${ports} : ${vls.join(" ")}\n`;
  const bit3 = Array.from({ length: 16 }, (_, sl) => sl >> 3);
  const identity = Array.from({ length: 16 }, (_, sl) => sl % 2);
  const switches =
    `Switch 0xa0, base LID 1, "A"\n${row("2 17", bit3)}` +
    `Switch 0xb0, base LID 2, "B"\n${row("1 2", bit3)}`;
  const hosts = (rows: Record<string, readonly number[]>): string =>
    Object.entries(rows)
      .map(
        ([guid, vls]) =>
          `Channel Adapter ${guid}, base LID 9, "h"\n${row("0 0", vls)}`,
      )
      .join("");
  const all = (vls: readonly number[]) => ({
    "0x11": vls,
    "0x21": vls,
    "0x31": vls,
    "0x32": vls,
  });
  const lfts =
    "Unicast lids [0-6] of switch Lid 1 guid 0xa0 ('A'):\n0x0005 002 # x\n6 lids dumped\n";
  const hostLanes = (text: string) =>
    readTables(
      { "lfts.dump": lfts, guid2lid: GUID2LID, "sl2vl.dump": text },
      fabric,
    );

  it("keep the rows of hosts: once where all are alike, for each endport where not", () => {
    expect([
      ...(hostLanes(switches + hosts(all(bit3))).hostSl2vl ?? []),
    ]).toEqual(bit3);
    const own = hostLanes(
      switches + hosts({ ...all(bit3), "0x21": identity }),
    ).hostSl2vl;
    expect(own?.length).toBe(6 * 16);
    expect([
      ...(own?.subarray(16 * Number(HB), 16 * Number(HB) + 16) ?? []),
    ]).toEqual(identity);
    expect([
      ...(own?.subarray(16 * Number(HA), 16 * Number(HA) + 16) ?? []),
    ]).toEqual(bit3);
  });

  it("have none where hosts do what holds without a table", () => {
    const tables = hostLanes(switches + hosts(all(identity)));
    expect([tables.lanes, tables.hostSl2vl]).toEqual([2, undefined]);
    expect(hostLanes(switches).hostSl2vl).toBeUndefined();
  });

  it("are read from ibdmchk's file, two VLs in a byte", () => {
    const packed = readSl2vl(
      "0x00000000000000a0 2 17 0x01 0x23 0x45 0x67 0x00 0x00 0x11 0xff\n",
      fabric,
    );
    const at = (2 * 21 + 17) * 16;
    expect([...(packed.switches[0]?.subarray(at, at + 16) ?? [])]).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 0, 0, 0, 0, 1, 1, 15, 15,
    ]);
  });

  it.each([
    [
      "ports of a host",
      hosts(all(bit3)).replace("0 0 :", "0 1 :"),
      "E_OPENSM_BAD_PORT",
      2,
    ],
    [
      "two rows that differ",
      switches + switches.replace("1 2 :", "1 2 : 1").replace(/1\n$/, "\n"),
      "E_OPENSM_CONTRADICTION",
      8,
    ],
    [
      "a switch called a host",
      switches.replace("Switch 0xb0", "CA 0xb0"),
      "E_OPENSM_UNKNOWN_SWITCH",
      3,
    ],
  ])("with %s are refused", (_, text, code, line) => {
    expect(refusal(() => readSl2vl(text, fabric))).toMatchObject({
      code,
      where: { line },
    });
  });
});

describe("an LFT dump", () => {
  const section =
    "Unicast lids [0x0-0x6] of switch Lid 1 guid 0xa0 (A):\n  Lid  Out   Destination\n       Port     Info \n0x0001 000 : (Switch portguid 0xa0: 'A')\n0x0005 002 : (Channel Adapter portguid 0x11: 'HA')\n0x0006 017 : (Channel Adapter portguid 0x21: 'HB')\n3 valid lids dumped \n";

  it("of some switches only says which have no paths", () => {
    expect(noted((notes) => readLfts(section, fabric, "x", notes))).toEqual([
      "0: switches of which the dump says nothing have no paths (1)",
    ]);
    const { lft, switches } = readLfts(section, fabric);
    expect([...switches]).toEqual([0]);
    expect(lft.map((table) => [...table])).toEqual([
      [255, 0, 255, 255, 255, 2, 17],
      Array.from({ length: 7 }, () => 255),
    ]);
  });

  it("notes messages of tools, multicast tables, owners that the fabric lacks, and a total that is missing", () => {
    const text =
      section.replace("portguid 0x21", "portguid 0x77") +
      "ibwarn: [12] mad_rpc: _do_madrpc failed; dport (Lid 2)\n" +
      "Multicast mlids [0xc000-0xc001] of switch Lid 1 guid 0xa0 (A):\n MLid       Port Mask\n0xc001      00040012\n1 valid mlids dumped \n" +
      "Unicast lids [0-6] of switch Lid 2 guid 0xb0 (B):\n0x0006 002 # x\n";
    expect(noted((notes) => readLfts(text, fabric, "x", notes))).toEqual([
      "8: passed over: ibwarn: [12] mad_rpc: _do_madrpc failed; dport (Lid 2) (1)",
      "9: multicast tables in a file of unicast tables were passed over (1)",
      expect.stringContaining("14: a switch's table has no total at its end"),
      "6: owners of LIDs that the fabric does not have were passed over (1)",
    ]);
  });

  it("may end with what Debian's dump_lfts adds on stdout", () => {
    const added =
      "\n*** WARNING ***: this command has been replaced by dump_fts\n\n\n";
    expect(
      noted((notes) => readLfts(section + added, fabric, "x", notes)),
    ).toEqual([
      "9: passed over: *** WARNING ***: this command has been replaced by dump_fts (1)",
      "0: switches of which the dump says nothing have no paths (1)",
    ]);
    const masks =
      "Multicast mlids [0xc000-0xc001] of switch Lid 1 guid 0xa0 (A):\n MLid       Port Mask\n0xc001      00040012\n1 valid mlids dumped \n";
    expect(
      noted((notes) => readMcfdbs(masks + added, fabric, "x", notes)),
    ).toEqual([
      "6: passed over: *** WARNING ***: this command has been replaced by dump_fts (1)",
    ]);
  });

  it("without its top LID says so, as after dump_lfts where that is a multiple of 64", () => {
    const text = `Unicast lids [0x0-0x40] of switch Lid 1 guid 0xa0 (A):\n0x0005 002 : (Channel Adapter portguid 0x11: 'HA')\n1 valid lids dumped \nUnicast lids [0x0-0x40] of switch Lid 2 guid 0xb0 (B):\n0x0005 001 : (Channel Adapter portguid 0x11: 'HA')\n1 valid lids dumped \n`;
    expect(noted((notes) => readLfts(text, fabric, "x", notes))).toEqual([
      "0: no switch has a port for the top LID, 64 (1)",
    ]);
  });

  it("that was put together of the same twice is read once", () => {
    const { lft } = readLfts(section + section, fabric);
    expect(lft).toEqual(readLfts(section, fabric).lft);
    expect(
      noted((notes) => readLfts(section + section, fabric, "x", notes))[0],
    ).toContain("stands there twice");
  });

  it.each([
    [
      "two tables of a switch that differ",
      section + section.replace("0x0005 002", "0x0005 003"),
      "E_OPENSM_CONTRADICTION",
      12,
    ],
    [
      "two ports for a LID",
      section.replace("0x0006 017", "0x0005 017"),
      "E_OPENSM_CONTRADICTION",
      6,
    ],
    [
      "a line lost",
      section.replace(/^0x0005.*\n/m, ""),
      "E_OPENSM_TRUNCATED",
      6,
    ],
    [
      "a last line cut off",
      section.slice(0, section.indexOf("2 : (Channel Adapter portguid 0x11")),
      "E_OPENSM_TRUNCATED",
      5,
    ],
    [
      "a LID beyond its heading",
      section.replace("0x0006 017", "0x0007 017"),
      "E_OPENSM_BAD_LID",
      6,
    ],
    [
      "a heading beyond unicast LIDs",
      section.replace("0x6]", "0xc001]"),
      "E_OPENSM_BAD_LID",
      1,
    ],
    [
      "one LID of two owners",
      section +
        section
          .replaceAll(" 0xa0 (", " 0xb0 (")
          .replace("Lid 1", "Lid 2")
          .replace("portguid 0x21", "portguid 0x31")
          .replaceAll(" 017 ", " 002 "),
      "E_OPENSM_CONTRADICTION",
      13,
    ],
    [
      "one LID of two switches",
      section + section.replaceAll(" 0xa0 (", " 0xb0 ("),
      "E_OPENSM_CONTRADICTION",
      8,
    ],
  ])("with %s is refused", (_, text, code, line) => {
    expect(refusal(() => readLfts(text, fabric))).toMatchObject({
      code,
      where: { line },
    });
  });

  it("whose owners are not those of guid2lid is refused", () => {
    expect(
      refusal(() =>
        readTables(
          {
            "lfts.dump": section,
            guid2lid: GUID2LID.replace(
              "0x11 5 5\n0x21 6 6",
              "0x11 6 6\n0x21 5 5",
            ),
          },
          fabric,
        ),
      ).code,
    ).toBe("E_OPENSM_CONTRADICTION");
  });

  it("that names LIDs of a port far apart is refused", () => {
    const apart = section.replace(
      "0x0001 000 : (Switch portguid 0xa0",
      "0x0003 002 : (Channel Adapter portguid 0x11",
    );
    expect(
      refusal(() =>
        readTables(
          {
            "lfts.dump": apart
              .replace(
                "0x0005 002 : (Channel Adapter portguid 0x11",
                "0x0006 002 : (Channel Adapter portguid 0x11",
              )
              .replace(
                "0x0006 017 : (Channel Adapter portguid 0x21: 'HB')\n",
                "",
              )
              .replace("3 valid", "2 valid")
              .replace("Lid 1 ", "Lid 4 "),
          },
          fabric,
        ),
      ).code,
    ).toBe("E_OPENSM_BAD_LID");
  });
});

describe("guid2lid", () => {
  it("in OpenSM's raw form, with LMC and ports long gone, is read with a note", () => {
    const raw =
      "0x0000000000000011 4 7\n\n0x00000000deadbeef 8 8\n\n0x00000000000000a0 1 1\n\n";
    const table = readGuid2lid(raw, fabric);
    expect([table.baseLid[Number(HA)], table.lmc[Number(HA)]]).toEqual([4, 2]);
    expect(noted((notes) => readGuid2lid(raw, fabric, "g", notes))).toEqual([
      "3: LIDs of ports that the fabric does not have were passed over (1)",
    ]);
  });

  it.each([
    [
      "a port twice with other LIDs",
      "0x11 1 1\n\n0x11 2 2\n",
      "E_OPENSM_CONTRADICTION",
      3,
    ],
    ["a LID twice", "0x11 4 7\n0x21 6 6\n", "E_OPENSM_CONTRADICTION", 2],
    ["three LIDs", "0x11 4 6\n", "E_OPENSM_BAD_LID", 1],
    ["a last line cut off", "0x11 1 1\n0x21 2 2", "E_OPENSM_TRUNCATED", 2],
  ])("with %s is refused", (_, text, code, line) => {
    expect(refusal(() => readGuid2lid(text, fabric))).toMatchObject({
      code,
      where: { line },
    });
  });
});

describe("lists of GUIDs and names", () => {
  it("name nodes by NodeGUID or PortGUID, with comments", () => {
    const text =
      "# roots\r\n0x00000000000000a0\r\n\r\n 0x32 # second port of HC\n0xb0, spare\n0x10 HA\n0x30\n";
    expect(readGuidList(text, fabric)).toEqual([0, 2, 1, 3]);
    expect(
      noted((notes) => readGuidList(text, fabric, "roots", notes)),
    ).toEqual(["7: a node that stands there twice was taken once (1)"]);
  });

  it("are written as NodeGUIDs, one on each line, and read again", () => {
    const text = "0x00000000000000b0\n0x0000000000000030\n0x00000000000000a0\n";
    const nodes = readGuidList(text, fabric);
    expect(nodes).toEqual([1, 2, 0]);
    expect(writeGuidList(fabric, nodes)).toBe(text);
  });

  it.each([
    ["a name", "leaf1\n", "E_OPENSM_SYNTAX"],
    ["an unknown GUID", "0xa0\n0xa1\n", "E_OPENSM_UNKNOWN_SWITCH"],
    ["17 digits", "0x000000000000000a0\n", "E_OPENSM_SYNTAX"],
  ])("with %s are refused", (_, text, code) => {
    expect(refusal(() => readGuidList(text, fabric)).code).toBe(code);
  });

  it("give names to GUIDs, with or without quotes and prefixes", () => {
    const text =
      '# map\n0xa0 "leaf #1; a"\nS-00000000000000b0 leaf 2 \nH-10\t"HA"  # rack 3\n';
    expect([...readNodeNameMap(text)]).toEqual([
      [0xa0n, "leaf #1; a"],
      [0xb0n, "leaf 2"],
      [0x10n, "HA"],
    ]);
    expect(refusal(() => readNodeNameMap("0xa0 x\n0xa0 y\n"))).toMatchObject({
      code: "E_OPENSM_CONTRADICTION",
      where: { line: 2 },
    });
    expect(refusal(() => readNodeNameMap('0xa0 "x\n')).code).toBe(
      "E_OPENSM_SYNTAX",
    );
  });
});
