import { FabricBuilder } from "@fabriclab/fabric";
import { FabricError, lidTable, type Fabric } from "@fabriclab/spec";
import { NO_PORT } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { ImpossiblePorts, readTables } from "../src/index.ts";

// Switches A and B of three ports, one cable (port 3), hosts HA at A, HB at B on their ports 1. Endports 0 to 3, LIDs 1 to 4.
function fabricOf(): Fabric {
  const builder = new FabricBuilder("four");
  const a = builder.addSwitch("A", 3, 0x10n);
  const b = builder.addSwitch("B", 3, 0x11n);
  builder.connect(a, 3, b, 3);
  builder.connect(a, 1, builder.addHost("HA", 1, 0x100n), 1);
  builder.connect(b, 1, builder.addHost("HB", 1, 0x200n), 1);
  return builder.build();
}
const known = lidTable(Uint16Array.of(1, 2, 3, 4), new Uint8Array(4));

/** A sends LIDs 3 and 4 as given, one line each. */
const lfts = (...ofA: readonly string[]): string =>
  [
    "Unicast lids [0-4] of switch Lid 1 guid 0x0000000000000010 ('A'):",
    "0x0001 000 # ",
    "0x0002 003 # ",
    ...ofA.map((line) => `${line} # `),
    "4 lids dumped",
    "Unicast lids [0-4] of switch Lid 2 guid 0x0000000000000011 ('B'):",
    "0x0001 003 # ",
    "0x0002 000 # ",
    "0x0003 003 # ",
    "0x0004 001 # ",
    "4 lids dumped",
    "",
  ].join("\n");

function read(text: string, lids = known, file = "lfts.dump") {
  const impossible = new ImpossiblePorts();
  const tables = readTables({ [file]: text }, fabricOf(), lids, impossible);
  return { tables, impossible: impossible.all() };
}

describe("ports that a switch does not have", () => {
  it("are taken down with their line, and stay in the table, where they are asked for", () => {
    const { tables, impossible } = read(lfts("0x0003 004", "0x0004 200"));
    const found = { sw: 0, lids: 1, file: "lfts.dump" };
    expect(impossible).toEqual([
      { ...found, port: 4, lid: 3, line: 4 },
      { ...found, port: 200, lid: 4, line: 5 },
    ]);
    expect([...(tables.lft[0] ?? [])]).toEqual([NO_PORT, 0, 3, 4, 200]);
    expect(tables.notes.map(({ message }) => message)).toEqual([
      "LIDs whose owners the dump does not name are those of the fabric's file",
    ]);
  });

  it("are one finding for all entries that name the same one, and a line that stands there twice counts once", () => {
    const twice = lfts("0x0003 009", "0x0004 009", "0x0004 009").replace(
      "4 lids dumped",
      "5 lids dumped",
    );
    expect(read(twice).impossible).toEqual([
      { sw: 0, port: 9, lids: 2, lid: 3, file: "lfts.dump", line: 4 },
    ]);
  });

  it("are found in route dumps, too", () => {
    const routes = [
      "osm_ucast_mgr_dump_ucast_routes: Switch 0x0000000000000010",
      "LID    : Port : Hops : Optimal",
      "0x0004 : 009  : 01   : yes",
      "",
    ].join("\n");
    expect(read(routes, known, "osm.fdbs").impossible).toMatchObject([
      { port: 9, lid: 4, line: 3 },
    ]);
  });

  it("deliver to nobody, so that they say nothing of whose a LID is", () => {
    // the fourth port of A would be the first of B, with HB, if ports were counted through
    const { tables } = read(
      lfts("0x0003 001", "0x0004 004").replace("0x0004 001 # \n", ""),
      lidTable(Uint16Array.of(1, 2, 3, 0), new Uint8Array(4)),
    );
    expect(tables.lids.owner[4] ?? -1).toBe(-1);
  });

  const refused = (act: () => unknown) => {
    try {
      act();
    } catch (error) {
      if (FabricError.is(error)) return [error.code, error.where.line];
      throw error;
    }
    return [];
  };

  it("are refused where nothing takes them", () => {
    const text = lfts("0x0003 001", "0x0004 200");
    const act = () => readTables({ "lfts.dump": text }, fabricOf(), known);
    expect(refused(act)).toEqual(["E_OPENSM_BAD_PORT", 5]);
  });

  it("are refused above 255, which no entry of a switch can hold", () => {
    const act = () => read(lfts("0x0003 001", "0x0004 256"));
    expect(refused(act)).toEqual(["E_OPENSM_BAD_PORT", 5]);
  });
});
