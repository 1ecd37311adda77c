import { FabricBuilder } from "@fabriclab/fabric";
import { lidTable, type Fabric, type ForwardingTables } from "@fabriclab/spec";
import type { Sl } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { readCaOrder, writeCaOrder } from "../src/ca-order.ts";
import { DumpNotes } from "../src/dump-notes.ts";
import { readTables, writeTables } from "../src/index.ts";

/** Two switches and two hosts, all called the same but for their GUIDs. */
function called(name: string): {
  readonly fabric: Fabric;
  readonly tables: ForwardingTables;
} {
  const builder = new FabricBuilder("named");
  const [one, two] = [builder.addSwitch(name, 2), builder.addSwitch(name, 2)];
  const [a, b] = [builder.addHost(name), builder.addHost(name)];
  builder.connect(one, 1, two, 1);
  builder.connect(one, 2, a, 1);
  builder.connect(two, 2, b, 1);
  return {
    fabric: builder.build(),
    tables: {
      lids: lidTable(Uint16Array.of(1, 2, 3, 4), new Uint8Array(4)),
      lft: [Uint8Array.of(255, 0, 1, 2, 1), Uint8Array.of(255, 1, 0, 1, 2)],
      lanes: 1,
      engine: "named",
      sameForAllSources: true,
      pathLid: (_, destination) => ([1, 2, 3, 4][destination] ?? 0) as never,
      pathSl: () => 0 as Sl,
    },
  };
}

const names = [
  "A'\n0x0003 000 : (forged')",
  "A')\r\nUnicast lids [0-4] of switch Lid 1 guid 0x0000000000200000 ('A",
  "\u2028A\u2029\n",
  "A\n0   1   : 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1",
  "\u001b[31mred\u001b[0m\u0000\u0007\u009b2J\u202e",
  "tab\there",
  "\n",
];

describe("a node description that cannot be printed", () => {
  it.each(names.map((name) => [name]))(
    "adds no line to the dumps of %j, which read back without a note",
    (name) => {
      const plain = called("A");
      const { fabric, tables } = called(name);
      const files = writeTables(fabric, tables);
      for (const [file, text] of Object.entries(
        writeTables(plain.fabric, plain.tables),
      )) {
        const written = files[file as keyof typeof files] ?? "";
        expect(written.split("\n").length, file).toBe(text.split("\n").length);
        expect(written).not.toMatch(
          /[^\P{Cc}\n\t]|[\u2028\u2029\u202a-\u202e]/u,
        );
      }
      const again = readTables(files, fabric);
      expect(again.lft).toEqual(tables.lft);
      expect(again.notes).toEqual([]);
    },
  );

  it("has a blank for each character that OpenSM cannot print", () => {
    const { fabric, tables } = called("a\u001b[1m\r\nb");
    const files = writeTables(fabric, tables);
    expect(files["opensm-lfts.dump"]).toContain(
      "0x0001 000 # Switch portguid 0x0000000000200000: 'a [1m  b'\n",
    );
    expect(files["opensm-sl2vl.dump"]).toContain('base LID 1, "a [1m  b"\n');
  });

  it("is one line of the hosts' order, too", () => {
    const { fabric, tables } = called("a\nb");
    const notes = new DumpNotes();
    const text = writeCaOrder(fabric, tables.lids, [2, 3] as never);
    expect(text).toBe("0x0003\ta b\n0x0004\ta b\n");
    expect(
      readCaOrder(
        text,
        fabric,
        tables.lids,
        "opensm-ftree-ca-order.dump",
        notes,
      ),
    ).toEqual([2, 3]);
    expect(notes.all()).toEqual([]);
  });
});
