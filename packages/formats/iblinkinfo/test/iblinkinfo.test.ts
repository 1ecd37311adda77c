import { FabricError, type Fabric } from "@fabriclab/spec";
import type { PortIx } from "@fabriclab/units";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readIblinkinfo } from "../src/index.ts";

// In the words of iblinkinfo 44.0, of a synthetic fabric: a spine, two leaves, a node of two ports.
const HEADED = `CA: host c:
      0x0000000000a00007      6    1[  ] ==( 4X           2.5 Gbps Active/  LinkUp)==>       4    1[  ] "leaf "two"" (Could be 12X Could be 10.0 Gbps)
      0x0000000000a00008      7    2[  ] ==( 4X         10.0 Gbps (FDR10) Active/  LinkUp)==>       4    2[  ] "leaf "two"" ( )
Switch: 0x0000000000b00002 leaf "two":
           4    1[  ] ==( 4X           2.5 Gbps Active/  LinkUp)==>       6    1[  ] "host c" (Could be 12X Could be 10.0 Gbps)
           4    2[  ] ==( 4X         10.0 Gbps (FDR10) Active/  LinkUp)==>       7    2[  ] "host c" ( )
           4    3[  ] ==(                Down/ Polling)==>             [  ] "" ( )
           4    8[  ] ==( 4X      25.78125 Gbps Active/  LinkUp) (HOQ:18 VL_Stall:7)==>       2    3[  ] "spine:one" ( )
Switch 0x0000000000b00000 spine:one:
           2    1[  ] ==( 2X      106.25 Gbps Active/  LinkUp)==>       3    7[12] "leaf one" ( )
           2    3[  ] ==( 4X      25.78125 Gbps Active/  LinkUp)==>       4    8[  ] "leaf "two"" ( )
           2    4[  ] ==(                Down/Disabled)==>             [  ] "" ( )
Switch: 0x0000000000b00001 leaf one:
           3    7[12] ==( 2X      106.25 Gbps Active/  LinkUp)==>       2    1[  ] "spine:one" ( )
           3    8[  ] ==(                Down/ Polling)==>             [  ] "" ( )
`;

const LINED = `0x0000000000a00007 "                        host c"      6    1[  ] ==( 4X           2.5 Gbps Active/  LinkUp)==>  0x0000000000b00002      4    1[  ] "leaf two" ( )
0x0000000000b00002 "                      leaf two"      4    1[  ] ==( 4X           2.5 Gbps Active/  LinkUp)==>  0x0000000000a00007      6    1[  ] "host c" ( )
0x0000000000b00002 "                      leaf two"      4    2[  ] ==(                Down/ Polling)==>             [  ] "" ( )
`;

const cables = (fabric: Fabric): string[] =>
  Array.from({ length: fabric.linkCount }, (_, link) =>
    [0, 1]
      .map((side) => {
        const port = fabric.linkPorts[2 * link + side] ?? -1;
        return `${fabric.nodeName[fabric.portNode[port] ?? -1] ?? ""}[${fabric.numOf(port as PortIx)}]`;
      })
      .sort()
      .join(" "),
  ).sort();

function refusal(given: string): FabricError {
  try {
    readIblinkinfo(given, { file: "links.txt" });
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("iblinkinfo", () => {
  it("gives nodes under headings, cables by LID, rates and LIDs", () => {
    const { fabric, lids, notes } = readIblinkinfo(HEADED);
    expect([...fabric.nodeName]).toEqual([
      'leaf "two"',
      "spine:one",
      "leaf one",
      "host c",
    ]);
    expect(fabric.switchCount).toBe(3);
    expect(cables(fabric)).toEqual([
      'host c[1] leaf "two"[1]',
      'host c[2] leaf "two"[2]',
      'leaf "two"[8] spine:one[3]',
      "leaf one[7] spine:one[1]",
    ]);
    // SDR, FDR10, EDR, NDR in the order of LINK_SPEEDS
    expect(new Set(fabric.linkSpeed)).toEqual(new Set([0, 3, 5, 7]));
    expect([...(lids?.baseLid ?? [])]).toEqual([4, 2, 3, 6, 7]);
    expect([...fabric.nodeGuid]).toEqual([
      0xb00002n,
      0xb00000n,
      0xb00001n,
      0xa00007n,
    ]);
    expect(notes.map(({ message, count }) => [message, count])).toEqual([
      ["ports without a cable were left uncabled", 3],
      ["no NodeGUIDs of adapters: their first PortGUIDs were taken", 1],
    ]);
  });

  it("gives nodes by GUID with -l, and takes one of several ports for a switch", () => {
    const { fabric, lids } = readIblinkinfo(LINED);
    expect([...fabric.nodeName]).toEqual(["leaf two", "host c"]);
    expect(fabric.switchCount).toBe(1);
    expect(cables(fabric)).toEqual(["host c[1] leaf two[1]"]);
    expect([...(lids?.baseLid ?? [])]).toEqual([4, 6]);
  });

  it("makes hosts of those that only switches name, as with --switches-only", () => {
    const { fabric } = readIblinkinfo(HEADED.slice(HEADED.indexOf("Switch:")));
    expect([fabric.switchCount, fabric.linkCount]).toEqual([3, 4]);
    expect([...fabric.nodeName].slice(3)).toEqual(["host c", "host c"]);
  });

  it.each([
    ["(Could be 12X", "Could be 12X", "E_READING_SYNTAX", 2],
    ["      6    1[  ]", "      6    1", "E_READING_SYNTAX", 2],
    ["Active/  LinkUp)==>", "Active LinkUp)==>", "E_READING_SYNTAX", 2],
    ["           2    1[  ]", "           4    1[  ]", "E_IBLINKINFO_LID", 10],
    ['       2    1[  ] "', '       0    1[  ] "', "E_IBLINKINFO_LID", 14],
    [
      '       2    1[  ] "',
      '       2    3[  ] "',
      "E_READING_CONTRADICTION",
      14,
    ],
  ])("refuses %j as %j with its place", (part, instead, code, line) => {
    const { code: found, where } = refusal(HEADED.replace(part, instead));
    expect([found, where.file, where.line]).toEqual([code, "links.txt", line]);
    expect(where.column).toBeGreaterThan(0);
  });

  it("refuses a file without nodes", () => {
    expect(refusal("").code).toBe("E_READING_EMPTY");
  });

  it("is read or refused with a place, whatever happened to it", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(HEADED, LINED),
        fc.nat(),
        fc.nat({ max: 30 }),
        fc.oneof(
          fc.string({ maxLength: 8 }),
          fc.constantFrom("==(", '"', "[", "0x", "\n", "CA: x:\n", "99999"),
        ),
        (text, at, length, instead) => {
          const from = at % (text.length + 1);
          const hurt =
            text.slice(0, from) + instead + text.slice(from + length);
          try {
            readIblinkinfo(hurt);
          } catch (error) {
            if (!FabricError.is(error)) throw error;
            expect(error.code).toMatch(/^E_(READING|IBLINKINFO|FABRIC)_/);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
