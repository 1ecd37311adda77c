import { describe, expect, it } from "vitest";
import {
  readIbnetdiscover,
  type IbnetdiscoverFile,
} from "@fabriclab/formats-ibnetdiscover";
import { FabricError, type Fabric } from "@fabriclab/spec";
import type { PortIx } from "@fabriclab/units";

// Two switches of 41 ports, each with an Aggregation Node on its last port, 14 cables between them, one host. All synthetic.
const GUIDS = { one: "00000000000a0041", two: "00000000000a0141" };

function sharp(): string {
  const parallel = (peer: string, name: string): string =>
    Array.from(
      { length: 14 },
      (_, i) => `[${i + 1}]\t"S-${peer}"[${i + 1}]\t\t# "${name}" lid 2 4xHDR`,
    ).join("\n");
  return `#
# Topology file: generated on Thu Jan  1 00:00:00 1970
#
# Initiated from node 00000000000b0000 port 00000000000b0000

vendid=0x2c9
devid=0xd2f0
sysimgguid=0xa0041
switchguid=0xa0041(a0041)
Switch	41 "S-${GUIDS.one}"		# "one" enhanced port 0 lid 1 lmc 0
${parallel(GUIDS.two, "two")}
[30]	"H-00000000000b0000"[1](b0000) 		# "host  ; a/b # "x" HCA-1" lid 5 2xNDR
[41]	"H-00000000000a0049"[1](a0049) 		# "Mellanox Technologies Aggregation Node" lid 3 4xHDR

vendid=0x2c9
devid=0xd2f0
sysimgguid=0xa0141
switchguid=0xa0141(a0141)
Switch	41 "S-${GUIDS.two}"		# "two" enhanced port 0 lid 2 lmc 0
${parallel(GUIDS.one, "one").replaceAll("lid 2", "lid 1")}
[41]	"H-00000000000a0149"[1](a0149) 		# "Mellanox Technologies Aggregation Node" lid 4 4xHDR

vendid=0x2c9
devid=0xcf09
sysimgguid=0xa0049
caguid=0xa0049
Ca	1 "H-00000000000a0049"		# "Mellanox Technologies Aggregation Node"
[1](a0049) 	"S-${GUIDS.one}"[41]		# lid 3 lmc 0 "one" lid 1 4xHDR

vendid=0x2c9
devid=0xcf09
sysimgguid=0xa0149
caguid=0xa0149
Ca	1 "H-00000000000a0149"		# "Mellanox Technologies Aggregation Node"
[1](a0149) 	"S-${GUIDS.two}"[41]		# lid 4 lmc 0 "two" lid 2 4xHDR

vendid=0x2c9
devid=0x1021
sysimgguid=0xb0000
caguid=0xb0000
Ca	1 "H-00000000000b0000"		# "host  ; a/b # "x" HCA-1"
[1](b0000) 	"S-${GUIDS.one}"[30]		# lid 5 lmc 0 "one" lid 1 2xNDR
`;
}

const messages = ({ notes }: IbnetdiscoverFile): string[] =>
  notes.map(({ message }) => message);

const cables = (fabric: Fabric): string[] =>
  Array.from({ length: fabric.linkCount }, (_, link) =>
    [fabric.linkPorts[2 * link] ?? -1, fabric.linkPorts[2 * link + 1] ?? -1]
      .map(
        (port) =>
          `${fabric.nodeGuid[fabric.portNode[port] ?? -1]?.toString(16)}:${fabric.numOf(port as PortIx)}`,
      )
      .join("="),
  );

function refusal(text: string): FabricError {
  try {
    readIbnetdiscover(text, { file: "net.topo" });
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("a fabric with Aggregation Nodes and parallel cables", () => {
  it("is read whole, without notes", () => {
    const { fabric, lids, notes } = readIbnetdiscover(sharp());
    expect(cables(fabric)).toEqual([
      ...Array.from({ length: 14 }, (_, i) => `a0041:${i + 1}=a0141:${i + 1}`),
      "a0041:30=b0000:1",
      "a0041:41=a0049:1",
      "a0141:41=a0149:1",
    ]);
    expect(fabric.nodeName.slice(2)).toEqual([
      "Mellanox Technologies Aggregation Node",
      "Mellanox Technologies Aggregation Node",
      'host  ; a/b # "x" HCA-1',
    ]);
    expect([...(lids?.baseLid ?? [])]).toEqual([1, 2, 3, 4, 5]);
    expect(notes).toEqual([]);
  });

  it.each([65, 129])("has switches of %i ports", (ports) => {
    const text = sharp()
      .replaceAll("Switch\t41", `Switch\t${ports}`)
      .replaceAll("[41]", `[${ports}]`);
    const { fabric, notes } = readIbnetdiscover(text);
    expect([fabric.radix(0 as never), fabric.linkCount, notes]).toEqual([
      ports,
      17,
      [],
    ]);
    expect(cables(fabric)[15]).toBe(`a0041:${ports}=a0049:1`);
  });

  it("notes CRLF, and tabs that a terminal lost, and reads the same", () => {
    const plain = readIbnetdiscover(sharp());
    const captured = readIbnetdiscover(
      sharp().replaceAll("\t", "").replaceAll("\n", "\r\n"),
    );
    expect(cables(captured.fabric)).toEqual(cables(plain.fabric));
    expect(captured.lids).toEqual(plain.lids);
    expect(captured.notes).toEqual([
      {
        message: "lines end in CR LF",
        line: 1,
        count: sharp().split("\n").length - 1,
      },
      { message: "white space between fields was lost", line: 10, count: 5 },
    ]);
  });

  it("reads a message of a tool between any two lines as if it were not there", () => {
    const lines = sharp().split("\n");
    const plain = readIbnetdiscover(sharp());
    const message =
      "src/query_smp.c:195; umad (DR path slid 0; dlid 0; 0,1,1,31 Attr 0x11:0) bad status 110; Connection timed out";
    for (let at = 0; at < lines.length; at++) {
      const noisy = readIbnetdiscover(
        lines.toSpliced(at, 0, message).join("\n"),
      );
      expect(cables(noisy.fabric)).toEqual(cables(plain.fabric));
      expect(noisy.lids).toEqual(plain.lids);
      expect(noisy.notes[0]).toMatchObject({ line: at + 1, count: 1 });
      expect(noisy.notes[0]?.message).toContain("umad");
    }
  });

  it("refuses a LID or a rate that breaks off, rather than take half of it", () => {
    for (const [part, broken] of [
      ["lid 5 2xNDR", "lid 5x 2xNDR"],
      ["lid 5 2xNDR", "lid 5 2xNDR_"],
      ["port 0 lid 1 lmc 0", "port 0 lid 1l lmc 0"],
      ["port 0 lid 1 lmc 0", "port 0 lid 1"],
      ["lid 3 lmc 0", "lid 3 lmc"],
    ] as const) {
      const error = refusal(sharp().replace(part, broken));
      expect(error.code).toBe("E_IBNETDISCOVER_SYNTAX");
      expect(error.where.line).toBe(
        sharp()
          .split("\n")
          .findIndex((line) => line.includes(part)) + 1,
      );
    }
  });

  it("notes what ibnetdiscover does not print, but not what its -f adds", () => {
    const full = readIbnetdiscover(
      sharp().replaceAll(/ ([24]x[NH]DR)$/gm, " $1 s=4 w=2 v=4"),
    );
    expect(full.notes).toEqual([]);
    const more = readIbnetdiscover(sharp().replace("2xNDR\n", "2xNDR oops\n"));
    expect(more.notes).toEqual([
      {
        message: "text after a port's record was passed over",
        line: 25,
        count: 1,
      },
    ]);
  });

  it("reads a width of ?? as unknown, and takes what the other end knows", () => {
    const file = readIbnetdiscover(sharp().replace("2xNDR", "??SDR"));
    expect(messages(file)).toEqual([
      "the speed 0xSDR is unknown and was passed over",
    ]);
    expect(file.fabric.linkWidth[14]).toBe(2);
  });

  it("notes LIDs that two lines give differently, and takes the node's own", () => {
    const file = readIbnetdiscover(
      sharp().replace('"two" lid 2', '"two" lid 9'),
    );
    expect(file.lids?.baseLid[1]).toBe(2);
    expect(file.notes).toEqual([
      {
        message:
          "of LIDs or LMCs that differ the first was taken: two has LID 2, not 9",
        line: 11,
        count: 1,
      },
    ]);
  });

  it("notes PortGUIDs and names that neighbours give differently", () => {
    const file = readIbnetdiscover(
      sharp().replace('(b0000) \t\t# "host', '(b0007) \t\t# "guest'),
    );
    expect(messages(file)).toEqual([
      "nodes that neighbours call otherwise keep their own name",
      "of PortGUIDs that differ the first was taken",
    ]);
    expect(file.fabric.nodeName[4]).toMatch(/^host/);
  });

  it("refuses a node whose GUID line is another's, as after a lost line", () => {
    const lost = sharp()
      .split("\n")
      .filter((line) => !line.startsWith(`Ca\t1 "H-00000000000a0149"`))
      .join("\n");
    expect(
      refusal(sharp().replace("caguid=0xb0000", "caguid=0xb0001")),
    ).toMatchObject({ code: "E_IBNETDISCOVER_NODE_TWICE" });
    // The port of the lost node would fall to the node above it, whose port 1 has a line of its own already.
    expect(refusal(lost)).toMatchObject({
      code: "E_IBNETDISCOVER_CONTRADICTION",
    });
  });

  it("takes GUIDs in names without their zeros as the same nodes", () => {
    const short = readIbnetdiscover(
      sharp().replaceAll('"S-00000000000a0141"', '"S-a0141"'),
    );
    expect(cables(short.fabric)).toEqual(
      cables(readIbnetdiscover(sharp()).fabric),
    );
    const mixed = readIbnetdiscover(
      sharp().replace('"S-00000000000a0141"', '"S-A0141"'),
    );
    expect(mixed.notes).toEqual([]);
  });

  it("says that a file without a last line break may be cut", () => {
    const file = readIbnetdiscover(sharp().trimEnd());
    expect(file.notes).toEqual([
      {
        message:
          "the file ends without a line break; its last line may have been cut",
        line: sharp().trimEnd().split("\n").length,
        count: 1,
      },
    ]);
  });

  it("refuses a neighbour of unknown kind in ibsim's dialect", () => {
    expect(refusal('Switch 8 "Switch1"\n[1] "Switch2"[3]\n')).toMatchObject({
      code: "E_IBNETDISCOVER_UNKNOWN_NODE",
      where: { file: "net.topo", line: 2 },
    });
  });

  it("reads planes that share nothing, also where they use the same LIDs", () => {
    const plane = sharp()
      .replaceAll("a0041", "c0041")
      .replaceAll("a0141", "c0141")
      .replaceAll("a0049", "c0049")
      .replaceAll("a0149", "c0149")
      .replaceAll("b0000", "d0000");
    const file = readIbnetdiscover(`${sharp()}\n${plane}`);
    expect([file.fabric.switchCount, file.fabric.linkCount]).toEqual([4, 34]);
    expect(file.lids).toBeUndefined();
    expect(messages(file)).toEqual([
      expect.stringContaining("the LIDs of the file cannot be used"),
    ]);
    const apart = plane.replaceAll(/\blid (\d)/g, "lid 1$1");
    const both = readIbnetdiscover(`${sharp()}\n${apart}`);
    expect([...(both.lids?.baseLid ?? [])]).toEqual([
      1, 2, 11, 12, 3, 4, 5, 13, 14, 15,
    ]);
  });

  it("reads the chassis headings and labels of ibnetdiscover -g", () => {
    const grouped = sharp()
      .replace(
        "# Initiated",
        "\nChassis 1 (guid 0xa0041)\n\n# Spine Nodes\n# Initiated",
      )
      .replace(
        "switchguid=0xa0041(a0041)",
        "switchguid=0xa0041(a0041)\t# Spine 1 Chip 1",
      )
      .replace(
        "sysimgguid=0xa0041\n",
        "sysimgguid=0xa0041\t\t# Chassis 1 (x) slot 3\n",
      )
      .replaceAll(/^\[(\d)\]/gm, "[$1][ext 1$1]")
      .replaceAll(/"\[(\d)\]\t/g, '"[$1][ext 1$1]\t');
    const file = readIbnetdiscover(grouped);
    expect(cables(file.fabric)).toEqual(
      cables(readIbnetdiscover(sharp()).fabric),
    );
    expect(messages(file)).toEqual(["chassis headings were passed over"]);
  });
});

describe("long lines", () => {
  // Each would take hours if reading were quadratic in their length.
  it.each([
    ["carriage returns", `${"\r".repeat(3e5)}x`],
    ["blanks", `Switch${" ".repeat(3e5)}x`],
    ["digits", `Switch ${"1".repeat(3e5)}`],
    ["a port's digits", `[${"1".repeat(3e5)}`],
    ["quotes", `Switch 4 "S-1" # ${'"'.repeat(3e5)}`],
    ["lid lid lid", `[1] "S-1"[1] # ${"lid 1 ".repeat(1e5)}`],
    ["brackets", "[".repeat(3e5)],
    ["names", '"S-0000000000000001"'.repeat(2e4)],
  ])("of %s are read or refused at once", (_, line) => {
    const text = `Switch 4 "S-0000000000000001"\n${line}\n`;
    try {
      readIbnetdiscover(text, { file: "net.topo" });
    } catch (error) {
      if (!FabricError.is(error)) throw error;
    }
  });
});
