import { describe, expect, it } from "vitest";
import {
  readIbnetdiscover,
  writePortList,
} from "@fabriclab/formats-ibnetdiscover";
import { FabricBuilder } from "@fabriclab/fabric";
import { FabricError, lidTable, type Fabric } from "@fabriclab/spec";
import { randomFabric } from "@fabriclab/testing-fabrics";
import fc from "fast-check";
import type { NodeIx, PortIx } from "@fabriclab/units";

// As ibnetdiscover -p prints it: ports downwards, down ports without another end. Leaf of 4 ports, spine of 3, two hosts.
const LIST = `SW    10  4 0x0000000000000a00 4x ???                                    'leaf 1'
SW    10  3 0x0000000000000a00 4x SDR                                    'leaf 1'
SW    10  2 0x0000000000000a00 4x EDR - CA    20  1 0x0000000000000b01 ( 'leaf 1' - 'node-1 HCA-1' )
SW    10  1 0x0000000000000a00 2x NDR - SW    11  3 0x0000000000000a10 ( 'leaf 1' - 'spine' )
SW    11  3 0x0000000000000a10 2x NDR - SW    10  1 0x0000000000000a00 ( 'spine' - 'leaf 1' )
SW    11  2 0x0000000000000a10 4x QDR - CA    21  2 0x0000000000000b12 ( 'spine' - 'node-2 HCA-1' )
CA    21  2 0x0000000000000b12 4x QDR - SW    11  2 0x0000000000000a10 ( 'node-2 HCA-1' - 'spine' )
CA    20  1 0x0000000000000b01 4x EDR - SW    10  2 0x0000000000000a00 ( 'node-1 HCA-1' - 'leaf 1' )
`;

function refusal(text: string): FabricError {
  try {
    readIbnetdiscover(text, { file: "net.ports" });
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("the port list of ibnetdiscover -p", () => {
  it("gives switches with all their ports, hosts, cables, rates and LIDs", () => {
    const { fabric, lids, notes } = readIbnetdiscover(LIST);
    expect(fabric.nodeName).toEqual([
      "leaf 1",
      "spine",
      "node-2 HCA-1",
      "node-1 HCA-1",
    ]);
    expect(
      Array.from({ length: 4 }, (_, node) => fabric.radix(node as NodeIx)),
    ).toEqual([4, 3, 2, 1]);
    expect(
      Array.from({ length: fabric.linkCount }, (_, link) =>
        [0, 1]
          .map((end) => {
            const port = fabric.linkPorts[2 * link + end] ?? -1;
            return `${fabric.nodeName[fabric.portNode[port] ?? -1]}:${fabric.numOf(port as PortIx)}`;
          })
          .join(" = "),
      ),
    ).toEqual([
      "leaf 1:2 = node-1 HCA-1:1",
      "leaf 1:1 = spine:3",
      "spine:2 = node-2 HCA-1:2",
    ]);
    expect([...fabric.linkWidth]).toEqual([4, 2, 4]);
    expect([...fabric.nodeGuid]).toEqual([0xa00n, 0xa10n, 0xb12n, 0xb01n]);
    // Endports: leaf, spine, node-2's two ports, node-1's.
    expect([...(lids?.baseLid ?? [])]).toEqual([10, 11, 0, 21, 20]);
    expect(fabric.portGuid[fabric.portCount - 1]).toBe(0xb01n);
    expect(
      notes.map(({ message, line, count }) => [message, line, count]),
    ).toEqual([
      ["ports that are down were left uncabled", 1, 2],
      [expect.stringContaining("names no NodeGUIDs"), 1, 1],
    ]);
  });

  it("is known behind a prompt, after CRLF, and among messages", () => {
    const noisy = `[root@sm ~]# ibnetdiscover -p\n${LIST.replace("\nSW    11", "\nibwarn: [1] timed out\nSW    11")}`;
    const file = readIbnetdiscover(noisy.replaceAll("\n", "\r\n"));
    expect(file.fabric.linkCount).toBe(3);
    expect(file.notes.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        "lines end in CR LF",
        "passed over: [root@sm ~]# ibnetdiscover -p",
        "passed over: ibwarn: [1] timed out",
      ]),
    );
  });

  it.each([
    [
      "a port that is cut off",
      LIST.replace(
        "2x NDR - SW    11  3 0x0000000000000a10 ( 'leaf 1' - 'spine' )",
        "2x NDR - SW    11  3",
      ),
      "E_IBNETDISCOVER_SYNTAX",
      4,
    ],
    [
      "one name for two ends",
      LIST.replace("( 'leaf 1' - 'spine' )", "( 'leaf 1' )"),
      "E_IBNETDISCOVER_SYNTAX",
      4,
    ],
    [
      "a rate that is none",
      LIST.replace("2x NDR", "2x ND_R"),
      "E_IBNETDISCOVER_SYNTAX",
      4,
    ],
    [
      "lines of a topology file in it",
      `${LIST}Switch 4 "S-0000000000000a00"\n`,
      "E_IBNETDISCOVER_PORT_LIST",
      9,
    ],
    [
      "a port list in a topology file",
      `Switch 4 "S-0000000000000a00"\n${LIST}`,
      "E_IBNETDISCOVER_PORT_LIST",
      2,
    ],
    [
      "port 0 of a host",
      LIST.replaceAll(" 1 0x0000000000000b01", " 0 0x0000000000000b01"),
      "E_IBNETDISCOVER_PORT",
      8,
    ],
  ])("refuses %s with its place", (_, text, code, line) => {
    expect(refusal(text)).toMatchObject({
      code,
      where: { file: "net.ports", line },
    });
  });

  it("keeps names that hold a dash in quotes", () => {
    const file = readIbnetdiscover(LIST.replaceAll("'spine' )", "'a' - 'b' )"));
    expect(file.fabric.nodeName[1]).toBe("spine");
    expect(file.notes.map(({ message }) => message)).toContain(
      "names that hold a dash in quotes themselves were parted at the first",
    );
  });
});

/** What a port list can tell of a fabric, in any order: its switches, and for every cable what stands at its ends. */
function told(fabric: Fabric, lids: readonly number[]) {
  const end = (port: number): string => {
    const node = fabric.portNode[port] ?? 0;
    const isSwitch = node < fabric.switchCount;
    const first = fabric.nodeEndport[node] ?? 0;
    const lid =
      lids[isSwitch ? first : first + port - (fabric.portStart[node] ?? 0)];
    const guid = isSwitch ? fabric.nodeGuid[node] : fabric.portGuid[port];
    return `${guid?.toString(16) ?? ""} ${fabric.numOf(port as PortIx)} ${fabric.nodeName[node] ?? ""} lid ${lid ?? 0}`;
  };
  return {
    switches: Array.from({ length: fabric.switchCount }, (_, node) =>
      [
        fabric.nodeGuid[node],
        fabric.nodeName[node],
        fabric.radix(node as NodeIx),
      ].join(),
    ),
    cables: Array.from({ length: fabric.linkCount }, (_, link) =>
      [
        ...[0, 1]
          .map((side) => end(fabric.linkPorts[2 * link + side] ?? 0))
          .sort(),
        fabric.linkSpeed[link],
        fabric.linkWidth[link],
      ].join(" | "),
    ).sort(),
  };
}

describe("a fabric as a port list", () => {
  it("is written as ibnetdiscover -p words it", () => {
    const builder = new FabricBuilder("one");
    const leaf = builder.addSwitch("leaf 1", 2, 0xa00n);
    const host = builder.addHost("n1 HCA-1", 1, 0xb00n, new Map([[1, 0xb01n]]));
    builder.connect(leaf, 1, host, 1, { speed: "EDR", width: 4 });
    const lids = lidTable(Uint16Array.of(1719, 134), new Uint8Array(2));
    // The spaces of C's "%2s %5d %2d 0x%016x", and 36 before a name alone.
    expect(writePortList(builder.build(), { lids })).toBe(
      `SW  1719  2 0x0000000000000a00 4x ???                                    'leaf 1'
SW  1719  1 0x0000000000000a00 4x EDR - CA   134  1 0x0000000000000b01 ( 'leaf 1' - 'n1 HCA-1' )
CA   134  1 0x0000000000000b01 4x EDR - SW  1719  1 0x0000000000000a00 ( 'n1 HCA-1' - 'leaf 1' )
`,
    );
  });

  it("reads back with the switches, cables, rates, names and LIDs that it had", () => {
    fc.assert(
      fc.property(randomFabric({ maxSwitches: 5, maxHosts: 6 }), (fabric) => {
        const base = Uint16Array.from(
          { length: fabric.endportCount },
          (_, i) => i + 1,
        );
        const lids = lidTable(base, new Uint8Array(base.length));
        const text = writePortList(fabric, { lids });
        const again = readIbnetdiscover(text);
        expect(told(again.fabric, [...(again.lids?.baseLid ?? [])])).toEqual(
          told(fabric, [...base]),
        );
      }),
      { numRuns: 100 },
    );
  });

  it("refuses names that would not read back", () => {
    for (const name of ["two\nlines", "a' - 'b"]) {
      const builder = new FabricBuilder("x");
      builder.addSwitch(name, 1);
      const fabric = builder.build();
      let code = "";
      try {
        writePortList(fabric);
      } catch (error) {
        if (FabricError.is(error)) code = error.code;
      }
      expect(code).toBe("E_IBNETDISCOVER_NAME");
    }
  });
});
