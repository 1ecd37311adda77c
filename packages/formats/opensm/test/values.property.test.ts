import { FabricBuilder } from "@fabriclab/fabric";
import { FabricError, lidTable, type Fabric } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  DumpNotes,
  readGuid2lid,
  readLfts,
  readMcfdbs,
  readPathSl,
  readSl2vl,
} from "../src/index.ts";

// One character of a number is changed: the reader refuses the file, or gives what a reader of a few lines, below, makes of it.

// Switches 0x101 and 0x200 with 12 ports, one cable, three hosts each.
function pair(): Fabric {
  const builder = new FabricBuilder("pair");
  const switches = [0x101n, 0x200n].map((guid) =>
    builder.addSwitch(guid.toString(16), 12, guid),
  );
  const [a, b] = switches;
  if (a === undefined || b === undefined) throw new Error("no switches");
  builder.connect(a, 12, b, 12);
  for (let i = 0; i < 6; i++)
    builder.connect(
      builder.addHost(`h${i}`, 1, BigInt(0x10 + 0x10 * i)),
      1,
      i < 3 ? a : b,
      1 + (i % 3),
    );
  return builder.build();
}

const fabric = pair();
// Endports: 0x101, 0x200, then the hosts. LIDs 1 to 8 in that order.
const lids = lidTable(
  Uint16Array.from({ length: 8 }, (_, i) => i + 1),
  new Uint8Array(8),
);
const OWNERS = ["Switch 0x101", "Switch 0x200"].concat(
  Array.from(
    { length: 6 },
    (_, i) => `Channel Adapter 0x${(0x11 + 0x10 * i).toString(16)}`,
  ),
);
const NAMES = ["101", "200", "h0", "h1", "h2", "h3", "h4", "h5"];
const OUT = [
  [0, 12, 1, 2, 3, 12, 12, 12],
  [12, 0, 12, 12, 12, 1, 2, 3],
];

const hex = (value: number, digits: number): string =>
  value.toString(16).padStart(digits, "0");

const dialects = {
  "opensm-lfts.dump": OUT.map(
    (ports, sw) =>
      `Unicast lids [0-8] of switch Lid ${sw + 1} guid 0x${sw === 0 ? "101" : "200"} ('${NAMES[sw] ?? ""}'):\n` +
      ports
        .map(
          (port, i) =>
            `0x${hex(i + 1, 4)} ${String(port).padStart(3, "0")} # ${OWNERS[i]?.replace(" 0x", " portguid 0x") ?? ""}: '${NAMES[i] ?? ""}'\n`,
        )
        .join("") +
      "8 lids dumped\n",
  ).join(""),
  "lfts of ibroute": OUT.map(
    (ports, sw) =>
      `Unicast lids [0x0-0x8] of switch Lid ${sw + 1} guid 0x${sw === 0 ? "101" : "200"} (${NAMES[sw] ?? ""}):\n  Lid  Out   Destination\n       Port     Info \n` +
      ports
        .map(
          (port, i) =>
            `0x${hex(i + 1, 4)} ${String(port).padStart(3, "0")} : (${OWNERS[i]?.replace(" 0x", " portguid 0x") ?? ""}: '${NAMES[i] ?? ""}')\n`,
        )
        .join("") +
      "8 valid lids dumped \n",
  ).join(""),
  "opensm.fdbs": OUT.map(
    (ports, sw) =>
      `dump_ucast_routes: Switch 0x${sw === 0 ? "101" : "200"}\nLID    : Port : Hops : Optimal\n` +
      ports
        .map(
          (port, i) =>
            `0x${hex(i + 1, 4)} : ${String(port).padStart(3, "0")}  : 02   : yes\n`,
        )
        .join(""),
  ).join("\n"),
} as const;

/** What a reader of a few lines makes of LFTs: `switch lid` -> port. */
function obviousLfts(text: string): Map<string, number> {
  const found = new Map<string, number>();
  let sw = "";
  for (const line of text.split("\n")) {
    const guid = /^(?:Unicast.*guid |dump_.*Switch )(0x[0-9a-f]+)/i.exec(line);
    if (guid !== null) sw = String(BigInt(guid[1] ?? ""));
    const [lid = "", ...rest] = line.split(/[\s:]+/);
    if (/^0x/i.test(lid)) found.set(`${sw} ${Number(lid)}`, Number(rest[0]));
  }
  return found;
}

/** A change of one character, within `from` to `to` of one of the lines that `chosen` picks. */
const changed = (
  text: string,
  chosen: (line: string) => boolean,
  to: number,
): fc.Arbitrary<string> => {
  const lines = text.split("\n");
  const places = lines.flatMap((line, i) => (chosen(line) ? [i] : []));
  return fc
    .tuple(
      fc.constantFrom(...places),
      fc.nat({ max: to - 1 }),
      fc.constantFrom(..."0123456789abcdfxX :#-\t,"),
    )
    .filter(([i, at]) => at < (lines[i]?.length ?? 0))
    .map(([i, at, char]) => {
      const line = lines[i] ?? "";
      return lines
        .with(i, line.slice(0, at) + char + line.slice(at + 1))
        .join("\n");
    });
};

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (FabricError.is(error)) return undefined;
    throw error;
  }
}

describe.each(Object.entries(dialects))("%s", (name, text) => {
  const check = (given: string): void => {
    const dump = attempt(() => readLfts(given, fabric, name));
    if (dump === undefined) return;
    const expected = obviousLfts(given);
    for (const sw of [0, 1]) {
      const table = Array.from({ length: dump.topLid + 1 }, () => 255);
      for (const [key, port] of expected) {
        const [guid, lid] = key.split(" ").map(Number);
        if (guid === Number(fabric.nodeGuid[sw])) table[lid ?? 0] = port;
      }
      table[0] = 255;
      expect(Buffer.from(dump.lft[sw] ?? []).toString("hex")).toBe(
        table.map((port) => hex(port, 2)).join(""),
      );
    }
  };

  it("is read as it stands there", () => {
    const dump = readLfts(text, fabric, name);
    expect(dump.lft.map((table) => [...table].slice(1))).toEqual(OUT);
  });

  it("with one character of an entry changed, is refused or read as changed", () => {
    fc.assert(
      fc.property(
        changed(text, (line) => /^0x/.test(line), 14),
        check,
      ),
      { numRuns: 600 },
    );
  });

  it("with one character of a heading or total changed, is refused or read as changed", () => {
    fc.assert(
      fc.property(
        changed(text, (line) => !/^0x/.test(line), 70),
        check,
      ),
      { numRuns: 600 },
    );
  });

  it("with the GUID of one owner changed, is refused", () => {
    if (name === "opensm.fdbs") return;
    for (const owner of ["0x11", "0x101", "0x61"])
      expect(() =>
        readLfts(
          text.replace(`portguid ${owner}:`, `portguid ${owner}1:`),
          fabric,
        ),
      ).toThrow(/disagree about whose LID/);
  });
});

describe("guid2lid", () => {
  const text = OWNERS.map(
    (owner, i) => `${owner.split(" ").at(-1) ?? ""} ${i + 1} ${i + 1}\n\n`,
  ).join("");

  it("with one character changed, is refused or read as changed, and noted where the port is none of the fabric", () => {
    fc.assert(
      fc.property(
        changed(text, (line) => line !== "", 12),
        (given) => {
          const notes = new DumpNotes();
          const read = attempt(() =>
            readGuid2lid(given, fabric, "guid2lid", notes),
          );
          if (read === undefined) return;
          const expected = new Map(
            given
              .split("\n")
              .filter((line) => /^\s*[^#\s]/.test(line))
              .map((line) => line.split(/\s+/))
              .map(([guid = "", first, last]) => [
                BigInt(guid),
                [Number(first), Number(last)],
              ]),
          );
          let named = 0;
          for (const [i, owner] of OWNERS.entries()) {
            const guid = BigInt(owner.split(" ").at(-1) ?? "");
            const [first = 0, last = 0] = expected.get(guid) ?? [];
            if (expected.has(guid)) named++;
            const base = read.baseLid[i] ?? 0;
            expect([
              base,
              base === 0 ? 0 : base + 2 ** (read.lmc[i] ?? 0) - 1,
            ]).toEqual([first, last]);
          }
          if (named < expected.size) expect(notes.all()).not.toEqual([]);
        },
      ),
      { numRuns: 800 },
    );
  });
});

describe("path-sl.tsv", () => {
  const text = "# slid\tdlid\tsl\n3\t4\t1\n3\t8\t15\n4\t3\t7\n8\t3\t2\n";

  it("with one character changed, is refused or read as changed", () => {
    fc.assert(
      fc.property(
        changed(text, (line) => !line.startsWith("#"), 8),
        (given) => {
          const read = attempt(() => readPathSl(given, lids));
          if (read === undefined) return;
          const expected = new Map(
            given
              .split("\n")
              .filter((line) => /^\s*[^#\s]/.test(line))
              .map((line) =>
                line
                  .trim()
                  .split(/[\s,]+/)
                  .map(Number),
              )
              .map(([s, d, sl]) => [`${s} ${d}`, sl]),
          );
          for (let s = 1; s <= 8; s++)
            for (let d = 1; d <= 8; d++)
              expect([
                s,
                d,
                read.pathSl((s - 1) as EndportIx, (d - 1) as EndportIx),
              ]).toEqual([s, d, expected.get(`${s} ${d}`) ?? 0]);
        },
      ),
      { numRuns: 800 },
    );
  });
});

describe("opensm.mcfdbs", () => {
  const text =
    "\nSwitch 0x0000000000000200\nLID    : Out Port(s)\n0xC001 : 0x001  0x00C \n0xC002 : 0x002 \n\nSwitch 0x0000000000000101\nLID    : Out Port(s)\n0xC001 : 0x003  0x00C \n";

  it("with one character changed, is refused or read as changed", () => {
    fc.assert(
      fc.property(
        changed(text, (line) => line.startsWith("0x"), 22),
        (given) => {
          const read = attempt(() => readMcfdbs(given, fabric));
          if (read === undefined) return;
          const expected: string[] = [];
          let sw = "";
          for (const line of given.split("\n")) {
            sw = /^Switch (\S+)/.exec(line)?.[1] ?? sw;
            const [mlid = "", ports = ""] = line.split(":");
            if (/^0x/i.test(mlid))
              for (const port of ports.trim().split(/\s+/).filter(Boolean))
                expected.push(`${Number(sw)} ${Number(mlid)} ${Number(port)}`);
          }
          const found: string[] = [];
          for (const at of [0, 1])
            for (let k = 0; k < read.mlidCount; k++)
              for (let port = 0; port < 32; port++)
                if (
                  ((read.masks[(at * read.mlidCount + k) * read.words] ?? 0) &
                    (1 << port)) !==
                  0
                )
                  found.push(
                    `${fabric.nodeGuid[at]} ${0xc000 + read.firstMlid + k} ${port}`,
                  );
          expect(found.sort()).toEqual([...new Set(expected)].sort());
        },
      ),
      { numRuns: 800 },
    );
  });
});

describe("opensm-sl2vl.dump", () => {
  const text = `Switch 0x0000000000000101, base LID 1, "x"\n#in out : 0 1\n1   12  : 0  1  2  3  4  5  6  7  0  1  2  3  4  5  6  7 \n12  3   : 7  6  5  4  3  2  1  0  7  6  5  4  3  2  1  0 \n#---\n\nChannel Adapter 0x0000000000000011, base LID 3, "y"\n0   0   : 0  0  0  0  0  0  0  0  1  1  1  1  1  1  1  1 \n`;

  it("with one character of a row changed, is refused or read as changed", () => {
    fc.assert(
      fc.property(
        changed(text, (line) => /^\d/.test(line), 58),
        (given) => {
          const notes = new DumpNotes();
          const read = attempt(() =>
            readSl2vl(given, fabric, "opensm-sl2vl.dump", notes),
          );
          if (read === undefined) return;
          const table = new Uint8Array(13 * 13 * 16).fill(15);
          let host: number[] | undefined;
          for (const line of given.split("\n")) {
            const [ports = "", lanes = ""] = line.split(":");
            if (!/^\s*\d/.test(ports)) continue;
            const [into = 0, out = 0] = ports.trim().split(/\s+/).map(Number);
            const row = lanes.trim().split(/\s+/).map(Number);
            if (line === given.split("\n").at(-2)) host = row;
            else if (out > 0 && (out <= 3 || out === 12))
              table.set(row, (into * 13 + out) * 16);
            else expect(notes.all()).not.toEqual([]);
          }
          expect(read.switches[0]).toEqual(table);
          expect(Array.from(read.hosts.get(2 as EndportIx) ?? [])).toEqual(
            host,
          );
        },
      ),
      { numRuns: 800 },
    );
  });
});
