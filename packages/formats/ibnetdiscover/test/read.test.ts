import { describe, expect, it } from "vitest";
import {
  readIbnetdiscover,
  type IbnetdiscoverFile,
} from "@fabriclab/formats-ibnetdiscover";
import { FabricError, type Fabric } from "@fabriclab/spec";
import type { PortIx } from "@fabriclab/units";

// Synthetic files with the quirks of real ones; the real ones are read in real.test.ts.

const PLAIN = `#
# Topology file: generated on Thu Jan  1 00:00:00 1970
#
# Initiated from node 00000000000000a0 port 00000000000000a1

vendid=0x2c9
devid=0xc738
sysimgguid=0x5000
switchguid=0x5000(5000)
Switch	5 "S-0000000000005000"		# "MF0;sw-1:SX6036/U1" enhanced port 0 lid 3 lmc 0
[1]	"H-00000000000000a0"[1](a1) 		# "node01 HCA-1" lid 4 4xQDR
[2]	"S-0000000000005100"[2]		# "second # switch; 36" lid 1 4xFDR10
[3]	"S-0000000000005100"[3]		# "second # switch; 36" lid 1 2xNDR

vendid=0x2c9
devid=0xc738
sysimgguid=0x5100
switchguid=0x5100(5100)
Switch	65 "S-0000000000005100"		# "second # switch; 36" base port 0 lid 1 lmc 0
[2]	"S-0000000000005000"[2]		# "MF0;sw-1:SX6036/U1" lid 3 4xFDR10
[3]	"S-0000000000005000"[3]		# "MF0;sw-1:SX6036/U1" lid 3 2xNDR
[65]	"H-00000000000000b0"[1](b0) 		# "Mellanox Technologies Aggregation Node" lid 6 4xNDR

vendid=0x2c9
devid=0x1003
sysimgguid=0xa3
caguid=0xa0
Ca	2 "H-00000000000000a0"		# "node01 HCA-1"
[1](a1) 	"S-0000000000005000"[1]		# lid 4 lmc 1 "MF0;sw-1:SX6036/U1" lid 3 4xQDR

vendid=0x2c9
devid=0xcf09
sysimgguid=0xb0
caguid=0xb0
Ca	1 "H-00000000000000b0"		# "Mellanox Technologies Aggregation Node"
[1](b0) 	"S-0000000000005100"[65]		# lid 6 lmc 0 "second # switch; 36" lid 1 4xNDR
`;

const cables = (fabric: Fabric): string[] =>
  Array.from({ length: fabric.linkCount }, (_, link) =>
    [fabric.linkPorts[2 * link] ?? -1, fabric.linkPorts[2 * link + 1] ?? -1]
      .map(
        (port) =>
          `${fabric.nodeName[fabric.portNode[port] ?? -1]}:${fabric.numOf(port as PortIx)}`,
      )
      .sort()
      .join(" = "),
  ).sort();

function refusal(text: string): FabricError {
  try {
    readIbnetdiscover(text, { file: "net.topo" });
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

const messages = ({ notes }: IbnetdiscoverFile): string[] =>
  notes.map(({ message }) => message);

describe("readIbnetdiscover", () => {
  it("reads nodes, radices, GUIDs, names, cables and rates", () => {
    const { fabric, notes } = readIbnetdiscover(PLAIN);
    expect(fabric.nodeName).toEqual([
      "MF0;sw-1:SX6036/U1",
      "second # switch; 36",
      "node01 HCA-1",
      "Mellanox Technologies Aggregation Node",
    ]);
    expect([...fabric.nodeGuid]).toEqual([0x5000n, 0x5100n, 0xa0n, 0xb0n]);
    expect([...fabric.portStart]).toEqual([0, 5, 70, 72, 73]);
    expect(cables(fabric)).toEqual([
      "MF0;sw-1:SX6036/U1:1 = node01 HCA-1:1",
      "MF0;sw-1:SX6036/U1:2 = second # switch; 36:2",
      "MF0;sw-1:SX6036/U1:3 = second # switch; 36:3",
      "Mellanox Technologies Aggregation Node:1 = second # switch; 36:65",
    ]);
    // 4xQDR, 4xFDR10, 2xNDR, 4xNDR: 32, 40, 200, 400 Gb/s
    expect(
      Array.from(
        { length: 4 },
        (_, link) =>
          (8000 * (fabric.linkBytePsDen[link] ?? 0)) /
          (fabric.linkBytePsNum[link] ?? 0),
      ),
    ).toEqual([32, 40, 200, 400]);
    expect([...fabric.linkFlightPs]).toEqual([20_000, 20_000, 20_000, 20_000]);
    expect(notes).toEqual([]);
  });

  it("reads port GUIDs by either convention: node + port, or equal to the node's", () => {
    const { fabric } = readIbnetdiscover(PLAIN);
    expect([...fabric.portGuid.subarray(70)]).toEqual([0xa1n, 0xa2n, 0xb0n]);
  });

  it("reads LIDs and LMCs", () => {
    const { lids } = readIbnetdiscover(PLAIN);
    expect([...(lids?.baseLid ?? [])]).toEqual([3, 1, 4, 0, 6]);
    expect([...(lids?.lmc ?? [])]).toEqual([0, 0, 1, 0, 0]);
    expect(Array.from(lids?.owner ?? [])).toEqual([-1, 1, -1, 0, 2, 2, 4]);
  });

  it.each([
    ["CRLF", (text: string) => text.replaceAll("\n", "\r\n")],
    ["tabs lost by a terminal", (text: string) => text.replaceAll(/\t+/g, "")],
    [
      "tabs turned into single blanks",
      (text: string) => text.replaceAll(/\t+/g, " "),
    ],
    ["a byte-order mark", (text: string) => `\uFEFF${text}`],
    [
      "zero-padded GUIDs in parentheses",
      (text: string) =>
        text.replaceAll(
          /\(([0-9a-f]+)\)/g,
          (_, guid: string) => `(0x${guid.padStart(16, "0")})`,
        ),
    ],
    [
      "external port labels",
      (text: string) =>
        text
          .replaceAll(/^\[(\d+)\]/gm, "[$1][ext 7]")
          .replaceAll('000"[', '000"[')
          .replaceAll(/(")(\[\d+\])(\s)/g, "$1$2[ext 12]$3"),
    ],
    [
      "chassis after a GUID",
      (text: string) =>
        text.replaceAll(
          /^(switchguid=.*)$/gm,
          "$1\t\t# Chassis 1 Spine 2 Chip 1",
        ),
    ],
  ])("reads the same with %s", (_, change) => {
    const plain = readIbnetdiscover(PLAIN);
    const changed = readIbnetdiscover(change(PLAIN));
    expect(change(PLAIN)).not.toBe(PLAIN);
    expect(cables(changed.fabric)).toEqual(cables(plain.fabric));
    expect(changed.fabric.nodeName).toEqual(plain.fabric.nodeName);
    expect(changed.fabric.nodeGuid).toEqual(plain.fabric.nodeGuid);
    expect(changed.fabric.portGuid).toEqual(plain.fabric.portGuid);
    expect(changed.fabric.linkBytePsNum).toEqual(plain.fabric.linkBytePsNum);
    expect(changed.lids).toEqual(plain.lids);
  });

  it("passes over messages, prompts and headings between records, and says so", () => {
    const noisy = PLAIN.replace(
      "[2]\t",
      "src/query_smp.c:195; umad (DR path slid 0; dlid 0; 0,1,1,31 Attr 0x11:0) bad status 110; Connection timed out\n[2]\t",
    )
      .replace("vendid", "Non-Chassis Nodes\n\nvendid")
      .replace(
        "#\n",
        "=~=~=~= log 1970.01.01 =~=~=~=\n[root@sm ~]# ibnetdiscover\n#\n",
      );
    const file = readIbnetdiscover(noisy);
    expect(cables(file.fabric)).toEqual(
      cables(readIbnetdiscover(PLAIN).fabric),
    );
    expect(messages(file)).toEqual([
      expect.stringContaining("log 1970"),
      expect.stringContaining("[root@sm ~]"),
      "chassis headings were passed over",
      expect.stringContaining("umad"),
    ]);
    expect(file.notes[0]?.line).toBe(1);
  });

  it("leaves cables from a node to itself out", () => {
    const file = readIbnetdiscover(
      PLAIN.replace(
        '[3]\t"S-0000000000005100"[3]',
        '[4]\t"S-0000000000005000"[5]\t\t# "MF0;sw-1:SX6036/U1" lid 3 4xEDR\n[5]\t"S-0000000000005000"[4]\t\t# "MF0;sw-1:SX6036/U1" lid 3 4xEDR\n$&',
      ),
    );
    expect(file.fabric.linkCount).toBe(4);
    expect(file.notes).toMatchObject([
      { message: "a cable from a node to itself was left out", count: 2 },
    ]);
  });

  it("takes cables of which only one end tells, and nodes that only neighbours name", () => {
    const half = PLAIN.slice(0, PLAIN.indexOf("vendid=0x2c9\ndevid=0x1003"));
    const file = readIbnetdiscover(half);
    expect(cables(file.fabric)).toEqual(
      cables(readIbnetdiscover(PLAIN).fabric),
    );
    expect([...file.fabric.nodeGuid]).toEqual([0x5000n, 0x5100n, 0xa0n, 0xb0n]);
    expect([...file.fabric.portGuid.subarray(70)]).toEqual([0xa1n, 0xb0n]);
    expect(messages(file)).toEqual(
      expect.arrayContaining([
        "a node that is only named by a neighbour was given as many ports as its neighbours name",
      ]),
    );
    expect([...(file.lids?.baseLid ?? [])]).toEqual([3, 1, 4, 6]);
  });

  it("takes the slower of two rates, the known of two, and 1xSDR where there is none, with notes", () => {
    const file = readIbnetdiscover(
      PLAIN.replace("lid 3 4xFDR10", "lid 3 1xSDR")
        .replace("lid 4 4xQDR", "lid 4 4x ???")
        .replaceAll("2xNDR", "4x???"),
    );
    const rate = (link: number): number =>
      (8000 * (file.fabric.linkBytePsDen[link] ?? 0)) /
      (file.fabric.linkBytePsNum[link] ?? 0);
    expect([rate(0), rate(1), rate(2)]).toEqual([32, 2, 2]);
    expect(messages(file)).toEqual([
      "the two ends of a cable name different speeds; the slower was taken",
      "a cable without a speed was taken as 1xSDR",
    ]);
  });

  it("keeps quotes and double blanks of a description", () => {
    const file = readIbnetdiscover(
      PLAIN.replaceAll('"node01 HCA-1"', '"a  "b" c"'),
    );
    expect(file.fabric.nodeName[2]).toBe('a  "b" c');
    expect(file.lids?.baseLid[2]).toBe(4);
  });

  it("takes LID 65535 and 0 as none, and none at all as no table", () => {
    const some = readIbnetdiscover(PLAIN.replaceAll("lid 4", "lid 65535"));
    expect(some.lids?.baseLid[2]).toBe(0);
    expect(messages(some)).toEqual([
      "LID 65535 is no unicast LID and was taken as none",
    ]);
    expect(
      readIbnetdiscover(PLAIN.replaceAll(/lid \d+/g, "lid 0")).lids,
    ).toBeUndefined();
  });

  it("takes an LMC beyond 7 as 0", () => {
    const file = readIbnetdiscover(PLAIN.replace("lmc 1", "lmc 9"));
    expect(file.lids?.lmc[2]).toBe(0);
    expect(messages(file)).toEqual(["LMC 9 is none and was taken as 0"]);
  });

  it("reads lengths from comments of fabriclab, and refuses what no cable has", () => {
    const text = `# fabriclab name my net\n# fabriclab flight 5000 ps\n# fabriclab flight 7 ps "S-0000000000005000"[2]\n${PLAIN}`;
    const { fabric } = readIbnetdiscover(text);
    expect(fabric.name).toBe("my net");
    expect([...fabric.linkFlightPs].sort((a, b) => a - b)).toEqual([
      7, 5000, 5000, 5000,
    ]);
    expect(refusal(text.replace("5000 ps", "9999999999 ps"))).toMatchObject({
      code: "E_IBNETDISCOVER_SYNTAX",
      where: { line: 2 },
    });
  });

  it("gives no LID table where LIDs collide, as in several subnets in one file", () => {
    const file = readIbnetdiscover(PLAIN.replaceAll("lid 6 ", "lid 3 "));
    expect(file.lids).toBeUndefined();
    expect(messages(file)[0]).toContain("LIDs of the file cannot be used");
    expect(file.fabric.linkCount).toBe(4);
  });

  it("refuses a record that contradicts the other end's", () => {
    const error = refusal(
      PLAIN.replace(
        '[3]\t"S-0000000000005000"[3]',
        '[3]\t"S-0000000000005000"[2]',
      ),
    );
    expect(error).toMatchObject({
      code: "E_IBNETDISCOVER_CONTRADICTION",
      expected: expect.stringContaining("S-0000000000005000[") as string,
    });
    expect(error.where.line).toBeGreaterThan(1);
    // the line can be read; what it says is wrong, so it is pointed at from its start
    expect(error.where.column).toBe(1);
    expect(error.got).toMatch(/^\[\d+\]/);
  });

  it("reads ibsim's short dialect", () => {
    const { fabric } = readIbnetdiscover(
      'Switch 8 "Switch1"\n[1] "Hca1"[1]\n[2]    "Hca2"[2]\n\nHca 2 "Hca1"\n[1] "Switch1"[1]\n\nHca 2 "Hca2"\n[2] "Switch1"[2]\n',
    );
    expect(cables(fabric)).toEqual([
      "Hca1:1 = Switch1:1",
      "Hca2:2 = Switch1:2",
    ]);
    expect(fabric.radix(0 as never)).toBe(8);
  });

  it("counts a node that is described twice once", () => {
    expect(readIbnetdiscover(PLAIN + PLAIN).fabric.linkCount).toBe(4);
    expect(readIbnetdiscover(PLAIN + PLAIN).fabric.nodeCount).toBe(4);
  });

  it.each([
    [
      "a port line that breaks off",
      PLAIN.replace(
        '[2]\t"S-0000000000005100"[2]',
        '[2]\t"S-0000000000005100"',
      ),
      "E_IBNETDISCOVER_SYNTAX",
      12,
    ],
    [
      "a port line without a node",
      PLAIN.replace(
        '[2]\t"S-0000000000005100"[2]',
        "[2]\tS-0000000000005100[2]",
      ),
      "E_IBNETDISCOVER_SYNTAX",
      12,
    ],
    [
      "a misspelt node line",
      PLAIN.replace("Switch\t5", "Swich\t5"),
      "E_IBNETDISCOVER_SYNTAX",
      10,
    ],
    [
      "a node line without its name",
      PLAIN.replace('Switch\t5 "S-0000000000005000"', "Switch\t5 "),
      "E_IBNETDISCOVER_SYNTAX",
      10,
    ],
    [
      "a port beyond the radix",
      PLAIN.replace("[3]\t", "[9]\t"),
      "E_IBNETDISCOVER_PORT",
      13,
    ],
    [
      "a peer's port beyond its radix",
      PLAIN.replace('5100"[3]', '5100"[66]'),
      "E_IBNETDISCOVER_PORT",
      13,
    ],
    [
      "a port before any node",
      '[1]\t"S-0000000000005000"[1]\n',
      "E_IBNETDISCOVER_STRAY_PORT",
      1,
    ],
    [
      "one node described in two ways",
      PLAIN + PLAIN.replace("Switch\t5", "Switch\t6"),
      "E_IBNETDISCOVER_NODE_TWICE",
      46,
    ],
  ] as const)("refuses %s with its place", (_, text, code, line) => {
    expect(refusal(text)).toMatchObject({
      code,
      where: { file: "net.topo", line },
    });
    expect(refusal(text).where.column).toBeGreaterThan(0);
    expect(refusal(text).expected).toBeTruthy();
  });

  it("points at the column where reading stopped", () => {
    const error = refusal(
      'Switch\t4 "S-0000000000000001"\n[1]\t"S-0000000000000002" oops\n',
    );
    expect(error).toMatchObject({
      where: { line: 2, column: 26 },
      got: "oops",
      expected: "the port number at the other end in brackets",
    });
  });

  it("refuses empty files and files of something else", () => {
    expect(refusal("")).toMatchObject({
      code: "E_IBNETDISCOVER_EMPTY",
      got: "nothing",
    });
    expect(refusal("hello\n")).toMatchObject({
      code: "E_IBNETDISCOVER_EMPTY",
      got: "1 line without one",
    });
    expect(refusal("hello\nworld\n")).toMatchObject({
      code: "E_IBNETDISCOVER_EMPTY",
      got: "2 lines without one",
    });
  });
});

describe("a PortGUID that two nodes have", () => {
  it("is noted, because nothing that goes by PortGUIDs can tell them apart", () => {
    const shared = PLAIN.replaceAll("(b0)", "(a1)");
    const { notes } = readIbnetdiscover(shared);
    expect(
      notes.filter(({ message }) => message.includes("PortGUID")),
    ).toMatchObject([{ count: 1 }]);
    expect(
      readIbnetdiscover(PLAIN).notes.filter(({ message }) =>
        message.includes("PortGUID"),
      ),
    ).toEqual([]);
  });
});

describe("a record that a terminal broke in two", () => {
  it("is read without what stands behind the break, which is noted", () => {
    const broken = PLAIN.replaceAll(/\t\t(?=# "(?:second|node01))/g, "\n");
    expect(broken).not.toBe(PLAIN);
    const { fabric, notes } = readIbnetdiscover(broken);
    expect(fabric.linkCount).toBe(readIbnetdiscover(PLAIN).fabric.linkCount);
    const [said] = notes.filter(({ message }) =>
      message.startsWith("the end of a record"),
    );
    expect(said?.count).toBe(broken.match(/^# "/gm)?.length);
  });
});
