import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { readIbnetdiscover } from "@fabriclab/formats-ibnetdiscover";
import { FabricError, lidTable } from "@fabriclab/spec";
import {
  damaged,
  randomFabric,
  sameCables,
  sameNodes,
} from "@fabriclab/testing-fabrics";
import { filesOfTar, sharedFile } from "@fabriclab/testing-golden";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSubnetLst, writeSubnetLst } from "../src/index.ts";

const CA =
  "{ CA Ports:01 SystemGUID:0000000000000a00 NodeGUID:0000000000000a00 PortGUID:0000000000000a01 VenID:0002C9 DevID:6732 Rev:000000A1 {host {1} HCA-1} LID:0060 PN:01 }";
const SW =
  "{ SW-SM Ports:24 SystemGUID:0000000000000b00 NodeGUID:0000000000000b00 PortGUID:0000000000000b00 VenID:000008F1 DevID:5A5A0000 Rev:000000A1 {a switch} LID:0009 PN:1E }";
const text = `${CA} ${SW} PHY=4x LOG=ACT SPD=5\n${SW} ${CA} PHY=4x LOG=ACT SPD=5\n`;

function refusal(given: string): FabricError {
  try {
    readSubnetLst(given, { file: "net.lst" });
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("subnet.lst", () => {
  it("has ports and LIDs in hexadecimal, and descriptions with braces", () => {
    const { fabric, lids, notes } = readSubnetLst(text);
    expect(sameNodes(fabric)).toEqual([
      "H-a00 host {1} HCA-1 1",
      "S-b00 a switch 36",
    ]);
    expect(sameCables(fabric)).toEqual(["a00:1 b00:30 4xDDR"]);
    expect([...(lids?.baseLid ?? [])]).toEqual([9, 0x60]);
    expect(fabric.portGuid[36]).toBe(0xa01n);
    expect(notes).toEqual([]);
  });

  it("may lack the speed, and speeds of later generations are in Gb/s", () => {
    const speed = (tail: string) =>
      sameCables(
        readSubnetLst(text.replaceAll("SPD=5", tail)).fabric,
      )[0]?.split(" ")[2];
    expect(speed("SPD=25")).toBe("4xEDR");
    expect(speed("SPD=FDR10")).toBe("4xFDR10");
    expect(speed("")).toBe("1xSDR");
  });

  it("says what it passed over: other lines, one-sided cables, ports that are not active", () => {
    const { notes } = readSubnetLst(
      `# a comment\n-I- something\n${text.split("\n")[0]?.replace("ACT", "INI") ?? ""}\n`,
    );
    expect(notes.map(({ message, line }) => [message, line])).toEqual([
      ["passed over: -I- something", 2],
      ["cables whose port is not active (LOG=INI) were taken", 3],
      ["a cable that only one of its ends tells of was taken", 3],
    ]);
  });

  it.each([
    ["Ports:24", "Ports:0x24", "E_READING_SYNTAX", 1, 172],
    ["PN:1E", "PN:25", "E_READING_PORT", 1, 1],
    ["LID:0009", "LID:9999999", "E_READING_SYNTAX", 1, 327],
    ["SPD=5", "SPD=5 oops", "E_READING_SYNTAX", 1, 370],
    ["{ CA Ports:01", "{ XX Ports:01", "E_READING_SYNTAX", 1, 3],
    ["PHY=4x", "PHY", "E_READING_SYNTAX", 1, 349],
  ])(
    "refuses %j turned into %j with its place",
    (part, instead, code, line) => {
      const error = refusal(text.replace(part, instead));
      expect([error.code, error.where.file, error.where.line]).toEqual([
        code,
        "net.lst",
        line,
      ]);
      expect(error.where.column).toBeGreaterThan(0);
    },
  );

  it("refuses one GUID that is of two kinds, and a file without cables", () => {
    expect(refusal(text.replace(/^\{ CA(.*)$/m, "{ SW$1")).code).toBe(
      "E_READING_NODE_TWICE",
    );
    expect(refusal("").code).toBe("E_READING_EMPTY");
  });

  it("reads back what is written of any fabric without flights of its own", () => {
    fc.assert(
      fc.property(randomFabric(), fc.boolean(), (fabric, addressed) => {
        const lids = addressed
          ? lidTable(
              Uint16Array.from(
                { length: fabric.endportCount },
                (_, i) => i + 1,
              ),
              new Uint8Array(fabric.endportCount),
            )
          : undefined;
        const read = readSubnetLst(writeSubnetLst(fabric, { lids }));
        expect(read.notes).toEqual([]);
        // A switch without a cable has no place in a list of cables: random fabrics have one only where it is alone.
        expect(sameNodes(read.fabric)).toEqual(sameNodes(fabric));
        expect(sameCables(read.fabric)).toEqual(sameCables(fabric));
        expect(read.fabric.nodeName).toEqual(fabric.nodeName);
        expect(read.lids?.baseLid).toEqual(lids?.baseLid);
      }),
      { numRuns: 60 },
    );
  });

  it("is read or refused with a place, whatever happened to it", () => {
    fc.assert(
      fc.property(
        damaged(text, ["\n", "{", "}", " LID:", "PN:", "0x", "{ SW Ports:"]),
        (hurt) => {
          try {
            readSubnetLst(hurt, { file: "net.lst" });
          } catch (error) {
            if (!FabricError.is(error) || error.where.file !== "net.lst")
              throw error;
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each(["{ ", "{a} LID:", "SPD=", "0", "{ CA Ports:01 "])(
    "reads or refuses a long line of %j at once",
    (word) => {
      const long = word.repeat(3e5 / word.length);
      for (const line of [long, `{ ${long}`, `${CA} ${long}`])
        try {
          readSubnetLst(`${line}\n`);
        } catch (error) {
          if (!FabricError.is(error)) throw error;
        }
    },
  );
});

const shared = sharedFile("fabrics");

describe.skipIf(shared === undefined)(
  "OpenSM's lists of real fabrics (skipped where absent)",
  () => {
    it.each(["qdr-irregular-11sw", "ndr-dgx-40sw"])(
      "%s has the nodes and cables of its ibnetdiscover dump",
      (name) => {
        const folder = shared ?? "";
        const archive = filesOfTar(
          gunzipSync(
            readFileSync(
              join(folder, "opensm-3.3.23", name, "minhop.dump.tgz"),
            ),
          ),
        );
        const [, text = ""] =
          [...archive].find(([path]) => path.endsWith("subnet.lst")) ?? [];
        const read = readSubnetLst(text);
        const { fabric } = readIbnetdiscover(
          readFileSync(join(folder, `${name}.ibnetdiscover`), "utf8"),
        );
        expect(read.notes).toEqual([]);
        // The simulator knows no speed above QDR, and rates differ.
        expect(sameCables(read.fabric, false)).toEqual(
          sameCables(fabric, false),
        );
        expect(sameNodes(read.fabric)).toEqual(sameNodes(fabric));
        expect(read.lids?.topLid).toBe(
          name === "qdr-irregular-11sw" ? 0x66 : 0x2b7,
        );
      },
    );
  },
);
