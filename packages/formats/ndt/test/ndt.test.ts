import { FabricError, type Fabric } from "@fabriclab/spec";
import type { PortIx } from "@fabriclab/units";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readNdt } from "../src/index.ts";

const TEXT = `#StartDevice,StartPort,EndDevice,EndPort,LinkType
R1-IB0,Port 21,R1-IB1,Blade 2_Port 1/7,Data
R1-IB0,Port 22,R1-IB1,Blade 12_Port 2/7, Data
R1-IB1,Blade 2_Port 1/7,R1-IB0,Port 21,Data
R1-IB0,Port 40,PDU3,Port 1,Power
#Fields:StartDevice,StartPort,Cable,EndDevice,EndPort,LinkType
NODE01,ibp12s0,"5 m, copper",R1-IB0,Port 1,Data
NODE01,ibp13s0,,R1-IB0,Port 2,Data
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
    readNdt(given, { file: "a.ndt" });
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("NDT", () => {
  it("gives switches, leaf chips of directors, adapters of hosts, each cable once", () => {
    const { fabric, lids, notes } = readNdt(TEXT);
    expect(fabric.switchCount).toBe(3);
    expect(cables(fabric)).toEqual([
      "NODE01 ibp12s0[1] R1-IB0[1]",
      "NODE01 ibp13s0[1] R1-IB0[2]",
      "R1-IB0[21] R1-IB1/L02/U1[7]",
      "R1-IB0[22] R1-IB1/L12/U2[7]",
    ]);
    expect(lids).toBeUndefined();
    const messages = notes.map(
      ({ message, line, count }) => `${line} ${message} ${count}`,
    );
    expect(messages).toContain(
      "5 cables of the link type Power were left out 1",
    );
    expect(messages).toContain(
      "2 cables inside directors are not in the file: each leaf chip is a switch of its own 3",
    );
  });

  it("says which link types there were where none is Data", () => {
    const empty = refusal(`#StartDevice,StartPort,EndDevice,EndPort,LinkType

S1,Port 1,S2,Port 1,Optical
S1,Port 2,S2,Port 2,Copper
S1,Port 3,S2,Port 3,Optical
`);
    expect(empty.code).toBe("E_READING_EMPTY");
    expect(empty.message).toBe("no cable of the link type Data in the file");
    expect(empty.got).toBe("2 of Optical, 1 of Copper");
    expect(empty.where.line).toBe(3);
    const types = Array.from(
      { length: 7 },
      (_, k) => `S,Port 1,T,Port 1,t${k}`,
    );
    expect(
      refusal(
        `#StartDevice,StartPort,EndDevice,EndPort,LinkType\n${types.join("\n")}\n`,
      ).got,
    ).toBe("1 of t0, 1 of t1, 1 of t2, 1 of t3, 1 of t4, and 2 other types");
  });

  it.each([
    ["#StartDevice,StartPort,", "#StartDevice,", "E_NDT_COLUMN", 1, 1],
    ["#StartDevice,StartPort", "#Start,Port", "E_NDT_COLUMN", 2, 1],
    [",R1-IB1,Blade 2_", ",,Blade 2_", "E_READING_SYNTAX", 2, 16],
    ["Blade 2_Port 1/7,Data", "Data", "E_READING_SYNTAX", 2, 1],
    ['"5 m, copper"', '"5 m, copper', "E_READING_SYNTAX", 7, 16],
    ["NODE01,ibp13s0", "R1-IB0,ibp13s0", "E_NDT_PORT", 8, 8],
    ["R1-IB0,Port 2,", "R1-IB0,Port 1,", "E_READING_CONTRADICTION", 8, 1],
    [
      "Blade 2_Port 1/7,R1-IB0,Port 21",
      "Blade 2_Port 1/7,R1-IB0,Port 23",
      "E_READING_CONTRADICTION",
      4,
      1,
    ],
    ["R1-IB0,Port 21", "R1-IB0,Port 0", "E_READING_PORT", 2, 1],
  ])("refuses %j as %j with its place", (part, instead, code, line, column) => {
    const { code: found, where } = refusal(TEXT.replace(part, instead));
    expect([found, where]).toEqual([code, { file: "a.ndt", line, column }]);
  });

  it.each(["", "#StartDevice,StartPort,EndDevice,EndPort\n"])(
    "refuses a file without cables: %j",
    (text) => {
      expect(refusal(text).code).toBe("E_READING_EMPTY");
    },
  );

  it("is read or refused with a place, whatever happened to it", () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.nat({ max: 30 }),
        fc.oneof(
          fc.string({ maxLength: 8 }),
          fc.constantFrom(",", '"', "\n", "Port 999", "#"),
        ),
        (at, length, instead) => {
          const from = at % (TEXT.length + 1);
          const hurt =
            TEXT.slice(0, from) + instead + TEXT.slice(from + length);
          try {
            readNdt(hurt);
          } catch (error) {
            if (!FabricError.is(error)) throw error;
            expect(error.code).toMatch(/^E_(READING|NDT|FABRIC)_/);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
