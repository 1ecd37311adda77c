import { FabricError } from "@fabriclab/spec";
import { damaged } from "@fabriclab/testing-fabrics";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AR_STATES } from "../src/ar-tables.ts";
import {
  readFar,
  writeFar,
  type ArSwitch,
  type FarOptions,
} from "../src/index.ts";

// Columns as readers of ibdiagnet2.far tell of them; all rows synthetic.
const TEXT = `# AR tables
Switch 0x0000000000000b00
AR is enabled
Groups Definition:
Group SubGroup WHBF Ports
--------------------------
1     0        0    1,2,40
2     0        0
--------------------------
LFT Definition:
LID    StaticPort LidState Group
--------------------------
0x0007 0          Static   0
0x0009 1          Free     1
0x000a 2          HBF      3

Switch 0x0000000000000b08
LFT Definition:
LID    StaticPort LidState Group
0x0009 255        Static
`;

const TABLES: readonly ArSwitch[] = [
  {
    guid: 0xb00n,
    groups: [
      { group: 1, subGroup: 0, weighted: 0, ports: [1, 2, 40] },
      { group: 2, subGroup: 0, weighted: 0, ports: [] },
    ],
    entries: [
      { lid: 7, port: 0, state: "Static", group: 0 },
      { lid: 9, port: 1, state: "Free", group: 1 },
      { lid: 10, port: 2, state: "HBF", group: 3 },
    ],
  },
  {
    guid: 0xb08n,
    groups: [],
    entries: [{ lid: 9, port: 255, state: "Static", group: undefined }],
  },
];

function refusal(text: string, more: FarOptions = {}): FabricError {
  try {
    readFar(text, { file: "a.far", ...more });
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("ibdiagnet2.far", () => {
  it("gives groups and entries of every switch, and counts what is odd", () => {
    const { switches, notes } = readFar(TEXT);
    expect(switches).toEqual(TABLES);
    expect(
      notes.map(({ message, line, count }) => [message, line, count]),
    ).toEqual([
      ["passed over: # AR tables", 1, 1],
      ["passed over: AR is enabled", 3, 1],
      [
        "entries that choose among the ports of a group that their switch does not have",
        2,
        1,
      ],
    ]);
  });

  it("is read of files of one switch with bars between the cells, and of lists with blanks", () => {
    const guid = 0xb00n;
    expect(
      readFar(
        "Group|SubGroup|WHBF|Ports\n1|0|0|1,2,40\n2|0|0| \nLID|StaticPort|LidState|Group\n0x0009|1|Free|1\n",
        { guid },
      ).switches,
    ).toEqual([
      {
        ...{ guid, groups: TABLES[0]?.groups },
        entries: [{ lid: 9, port: 1, state: "Free", group: 1 }],
      },
    ]);
    expect(
      readFar(TEXT.replace("1,2,40", "1, 2, 40")).switches[0]?.groups[0]?.ports,
    ).toEqual([1, 2, 40]);
  });

  it.each([
    ["1,2,40", "1,2,400", "E_READING_PORT", 7, 21],
    ["1,2,40", "1,2,x", "E_READING_SYNTAX", 7, 21],
    ["1     0        0    1", "1     0", "E_READING_SYNTAX", 7, 1],
    ["0x0009 1 ", "0xc000 1 ", "E_READING_SYNTAX", 14, 1],
    ["0x0009 1 ", "0x0009 - ", "E_READING_SYNTAX", 14, 8],
    ["Free  ", "Busy  ", "E_READING_SYNTAX", 14, 19],
    ["0x000a 2", "0x0009 2", "E_READING_CONTRADICTION", 15, 1],
    ["LFT Definition:\nLID  ", "\n  ", "E_READING_SYNTAX", 13, 1],
    ["Switch 0x0000000000000b00", "", "E_READING_SYNTAX", 7, 1],
  ])("refuses %j for %j", (part, instead, code, line, column) => {
    const error = refusal(TEXT.replace(part, instead));
    expect([error.code, error.where]).toEqual([
      code,
      { file: "a.far", line, column },
    ]);
  });

  it("refuses a file without switches", () => {
    expect(refusal("").code).toBe("E_READING_EMPTY");
    expect(refusal("hello\n").code).toBe("E_READING_EMPTY");
  });

  const table: fc.Arbitrary<readonly ArSwitch[]> = fc.uniqueArray(
    fc.record({
      guid: fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }),
      groups: fc.uniqueArray(
        fc.record({
          group: fc.nat({ max: 300 }),
          subGroup: fc.nat({ max: 3 }),
          weighted: fc.nat({ max: 1 }),
          ports: fc.uniqueArray(fc.integer({ min: 1, max: 254 })),
        }),
        { selector: ({ group, subGroup }) => `${group}.${subGroup}` },
      ),
      entries: fc.uniqueArray(
        fc.record({
          lid: fc.integer({ min: 1, max: 0xbfff }),
          port: fc.nat({ max: 255 }),
          state: fc.constantFrom(...AR_STATES),
          group: fc.option(fc.nat({ max: 300 }), { nil: undefined }),
        }),
        { selector: ({ lid }) => lid },
      ),
    }),
    { selector: ({ guid }) => guid, minLength: 1, maxLength: 3 },
  );

  it("reads back what is written, of any tables", () => {
    fc.assert(
      fc.property(table, (switches) => {
        expect(readFar(writeFar(switches)).switches).toEqual(switches);
      }),
      { numRuns: 150 },
    );
  });

  it("is read or refused with a place, whatever happened to it", () => {
    fc.assert(
      fc.property(
        damaged(TEXT, [
          "\n",
          "|",
          ",",
          "Switch 0x1\n",
          "0x",
          "LFT Definition:",
        ]),
        (hurt) => {
          try {
            const { switches } = readFar(hurt, { file: "a.far" });
            expect(readFar(writeFar(switches)).switches).toEqual(switches);
          } catch (error) {
            if (!FabricError.is(error)) throw error;
            expect(error.where.file).toBe("a.far");
            expect(error.code).toMatch(/^E_READING_/);
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  it.each(["1,", "1 ", "|", "0x0001 ", "-", "Switch "])(
    "reads or refuses a megabyte of %j at once",
    (word) => {
      const long = word.repeat(Math.floor(1e6 / word.length));
      for (const text of [long, `${TEXT}1 0 0 ${long}`])
        try {
          readFar(text);
        } catch (error) {
          if (!FabricError.is(error)) throw error;
        }
    },
  );
});
