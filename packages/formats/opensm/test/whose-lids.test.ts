import { FabricBuilder } from "@fabriclab/fabric";
import { FabricError, lidTable, type Fabric } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { readSl2vl, readTables } from "../src/index.ts";

// Switches A and B, one cable (port 3), hosts HA1, HA2 at A, HB at B. Endports 0 to 4; LIDs 1, 2 (switches), 11, 13, 15.
function fabricOf(): Fabric {
  const builder = new FabricBuilder("five");
  const a = builder.addSwitch("A", 3, 0x10n);
  const b = builder.addSwitch("B", 3, 0x11n);
  builder.connect(a, 3, b, 3);
  builder.connect(a, 1, builder.addHost("HA1", 1, 0x100n), 1);
  builder.connect(a, 2, builder.addHost("HA2", 1, 0x200n), 1);
  builder.connect(b, 1, builder.addHost("HB", 1, 0x300n), 1);
  return builder.build();
}

const known = lidTable(Uint16Array.of(1, 2, 11, 13, 15), new Uint8Array(5));
const [HA1, HA2] = [2, 3];

/** LFTs without owners; `a11` is where A sends LID 11, and so on. */
const lfts = ({ a11 = 1, a13 = 2, b11 = 3, first = 1 } = {}): string =>
  [
    `Unicast lids [0-15] of switch Lid ${first} guid 0x0000000000000010 ('A'):`,
    "0x0001 000 # ",
    "0x0002 003 # ",
    `0x000b 00${a11} # `,
    `0x000d 00${a13} # `,
    "0x000f 003 # ",
    "5 lids dumped",
    "Unicast lids [0-15] of switch Lid 2 guid 0x0000000000000011 ('B'):",
    "0x0001 003 # ",
    "0x0002 000 # ",
    `0x000b 00${b11} # `,
    "0x000d 003 # ",
    "0x000f 001 # ",
    "5 lids dumped",
    "",
  ].join("\n");

const read = (text: string, more: Record<string, string> = {}, lids = known) =>
  readTables({ "lfts.dump": text, ...more }, fabricOf(), lids);

function refusal(act: () => unknown): FabricError {
  try {
    act();
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("not refused");
}

describe("owners of LIDs that the dump does not name", () => {
  it("are those of the fabric's file, whatever the entries deliver", () => {
    const tables = read(lfts({ a11: 2, a13: 1 }));
    expect([...tables.lids.baseLid]).toEqual([1, 2, 11, 13, 15]);
    expect(tables.notes).toEqual([
      {
        file: "lfts.dump",
        message:
          "LIDs whose owners the dump does not name are those of the fabric's file",
        line: 0,
        count: 3,
      },
    ]);
  });

  it("are not in dispute where a switch delivers to somebody else", () => {
    const wrong = lfts({ b11: 1 });
    expect(read(wrong).lids.owner[11]).toBe(HA1);
    const error = refusal(() => readTables({ "lfts.dump": wrong }, fabricOf()));
    expect(error.code).toBe("E_OPENSM_CONTRADICTION");
  });

  it("are inferred where nothing names them, and the note says what cannot be seen then", () => {
    const tables = readTables(
      { "lfts.dump": lfts({ a11: 2, a13: 1 }) },
      fabricOf(),
    );
    expect(tables.lids.owner[11]).toBe(HA2);
    expect(tables.notes.map(({ message, count }) => [message, count])).toEqual([
      [expect.stringContaining("a wrong final port cannot be seen"), 3],
    ]);
  });

  it("are inferred too where the fabric's file is of another run", () => {
    const other = lidTable(Uint16Array.of(7, 2, 11, 13, 15), new Uint8Array(5));
    const { notes } = read(lfts(), {}, other);
    expect(notes.map(({ message }) => message)).toEqual([
      "the LIDs of the fabric's file are of another run, and were passed over: LID 1 is A's here and nobody's there",
      expect.stringContaining("inferred"),
    ]);
  });
});

describe("names of nodes", () => {
  const renamed = (text: string, name: string, other: string): string =>
    text.replace("('A')", `('${name}')`).replace("('B')", `('${other}')`);

  it("refuse a dump most of whose nodes are called otherwise", () => {
    const error = refusal(() => read(renamed(lfts(), "sw_000", "sw_001")));
    expect([error.code, error.where.line, error.got]).toEqual([
      "E_OPENSM_OTHER_FABRIC",
      1,
      '"sw_000", and 1 more of 2 names',
    ]);
  });

  it("are noted where few differ", () => {
    const { notes } = read(renamed(lfts(), "A", "B2"));
    expect(notes[0]).toEqual({
      file: "lfts.dump",
      message:
        'nodes that the dump calls otherwise than the fabric, such as "B2" for "B"',
      line: 8,
      count: 1,
    });
  });

  it("are read from comments too", () => {
    const named = lfts().replace(
      "0x000b 001 # ",
      "0x000b 001 # Channel Adapter portguid 0x0000000000000101: 'other'",
    );
    expect(read(named).notes[0]?.message).toContain('"other" for "HA1"');
  });
});

describe("SLs without SL2VL tables", () => {
  it("are taken to be VLs, and the note says so", () => {
    const { lanes, notes } = read(lfts(), { "path-sl.tsv": "11\t13\t2\n" });
    expect(lanes).toBe(3);
    expect(notes.at(-1)).toEqual({
      file: "path-sl.tsv",
      message:
        "there are no SL2VL tables: every packet is taken to be on the VL of its SL's number; where QoS is off, all are on VL 0",
      line: 0,
      count: 1,
    });
  });

  it("do not make a data VL of the VL that carries management", () => {
    const tables = read(lfts(), { "path-sl.tsv": "11\t13\t15\n" });
    expect(tables.lanes).toBe(15);
    expect(tables.pathSl(HA1 as EndportIx, HA2 as EndportIx)).toBe(15);
    expect(tables.notes.at(-1)?.message).toContain("on SL 15 on VL 0");
  });

  it("are not mentioned where all are 0", () => {
    const messages = read(lfts(), { "path-sl.tsv": "11\t13\t0\n" }).notes.map(
      ({ message }) => message,
    );
    expect(messages.join()).not.toContain("SL2VL");
  });
});

describe("SL2VL tables without SLs of paths", () => {
  const identity = Array.from({ length: 16 }, (_, sl) => sl % 8);
  const dump = (row: readonly number[]): string =>
    [
      'Switch 0x0000000000000010, base LID 1, "A"',
      "#in out : 0  1  2  3  4  5  6  7  8  9  10 11 12 13 14 15",
      `1   3   : ${row.join(" ")}`,
      "",
    ].join("\n");
  const notesOf = (more: Record<string, string>): string[] =>
    read(lfts(), more).notes.map(({ file, message }) => `${file}: ${message}`);

  it("leave all pairs on SL 0, and the note says what that may hide", () => {
    expect(notesOf({ "opensm-sl2vl.dump": dump(identity) })).toContain(
      "opensm-sl2vl.dump: there are no SLs of paths: every pair is taken to use SL 0, though SL2VL has 8 data VLs; where the engine gives pairs SLs of their own (dfsssp, lash, nue, torus-2QoS), credit loops are not those of the subnet",
    );
  });

  it("are not mentioned where the SLs are there, or all lead to one VL", () => {
    for (const more of [
      {
        "opensm-sl2vl.dump": dump(identity),
        "path-sl.tsv": "11\t13\t0\n",
      },
      { "opensm-sl2vl.dump": dump(new Array<number>(16).fill(0)) },
    ] as Record<string, string>[])
      expect(notesOf(more).join()).not.toContain("there are no SLs of paths");
  });
});

it("files that say nothing are refused by their own name", () => {
  for (const name of ["guid2lid", "sl2vl.dump"]) {
    const error = refusal(() => read(lfts(), { [name]: "\n" }));
    expect([error.code, error.where.file]).toEqual([
      "E_OPENSM_TRUNCATED",
      name,
    ]);
  }
  expect(refusal(() => readSl2vl("", fabricOf())).code).toBe(
    "E_OPENSM_TRUNCATED",
  );
});
