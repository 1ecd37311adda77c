import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { readIbnetdiscover } from "@fabriclab/formats-ibnetdiscover";
import { ftree } from "@fabriclab/routing-ftree";
import {
  FabricError,
  parseOptions,
  type ForwardingTables,
  type RoutingEngine,
  type Fabric,
} from "@fabriclab/spec";
import { filesOfTar, sharedFile } from "@fabriclab/testing-golden";
import { describe, expect, it } from "vitest";
import {
  DumpNotes,
  leastHopMatrix,
  readCaOrder,
  readLfts,
  readLidMatrix,
  readMcfdbs,
  readNodeNameMap,
  readTables,
  writeCaOrder,
  writeFdbs,
  writeLidMatrix,
  writeMcfdbs,
  writeNodeNameMap,
} from "../src/index.ts";
import { small } from "./small-fabric.ts";

function refusal(read: () => unknown): FabricError {
  try {
    read();
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("opensm.fdbs", () => {
  it("is written as OpenSM words it: hops that are left, a detour, a LID without a path", () => {
    const { fabric, tables } = small();
    expect(writeFdbs(fabric, tables).split("\n").slice(0, 7).join("\n")).toBe(
      [
        "dump_ucast_routes: Switch 0x0000000000200000",
        "LID    : Port : Hops : Optimal",
        "0x0001 : 000  : 00   : yes",
        "0x0002 : 002  : 01   : yes",
        "0x0003 : 003  : 01   : yes",
        "0x0004 : 001  : 03   : No 2 hop path possible via port 2!",
        "0x0005 : UNREACHABLE",
      ].join("\n"),
    );
    expect(writeFdbs(fabric, tables, "older")).toContain(
      "osm_ucast_mgr_dump_ucast_routes: Switch 0x0000000000200001\n",
    );
    expect(writeFdbs(fabric, tables)).toContain("0x0001 : UNREACHABLE\n");
  });

  it("for ibdmchk leaves out a switch without a cable, which subnet.lst beside it cannot name", () => {
    const { fabric, tables } = small();
    const { portStart, portPeer } = fabric;
    const peers = Int32Array.from(portPeer);
    peers.fill(-1, portStart[0], portStart[1]);
    const down = Object.create(fabric, {
      portPeer: { value: peers },
    }) as Fabric;
    const head = /Switch 0x0000000000200000/;
    expect(writeFdbs(down, tables)).toMatch(head);
    expect(writeFdbs(down, tables, "older")).not.toMatch(head);
  });

  it("reads back as the same tables, under either heading", () => {
    const { fabric, tables } = small();
    for (const heading of ["opensm", "older"] as const)
      expect(readLfts(writeFdbs(fabric, tables, heading), fabric).lft).toEqual(
        tables.lft,
      );
  });
});

describe("opensm-lid-matrix.dump", () => {
  const text = `Switch: guid 0x0000000000200000
0x0001: 00 02 ff ff # portguid 0x0000000000200000
0x0002: 01 03 01 ff # portguid 0x0000000000200001
`;

  it("gives hops by switch, LID and port, and is written as it was", () => {
    const { fabric, tables } = small();
    const notes = new DumpNotes();
    const matrix = readLidMatrix(text, fabric, "m.dump", notes);
    expect([...(matrix.get(0 as never)?.get(2) ?? [])]).toEqual([1, 3, 1, 255]);
    expect(notes.all()).toEqual([
      {
        file: "m.dump",
        message: "switches of which the dump says nothing",
        line: 0,
        count: 2,
      },
    ]);
    expect(writeLidMatrix(fabric, tables.lids, matrix)).toBe(text);
  });

  it.each([
    ["00 02 ff ff", "00 02 ff", "E_OPENSM_BAD_PORT", 2],
    ["00 02 ff ff", "00 02 f", "E_OPENSM_SYNTAX", 2],
    ["0x0002:", "0x0000:", "E_OPENSM_BAD_LID", 3],
    ["0x0002:", "0x0001:", "E_OPENSM_CONTRADICTION", 3],
    ["guid 0x0000000000200000", "guid 0x9", "E_OPENSM_UNKNOWN_SWITCH", 1],
    [text, "", "E_OPENSM_TRUNCATED", undefined],
  ])("refuses %j instead of %j", (part, instead, code, line) => {
    const error = refusal(() =>
      readLidMatrix(text.replace(part, instead), small().fabric),
    );
    expect([error.code, error.where.line]).toEqual([code, line]);
  });
});

describe("opensm-ftree-ca-order.dump", () => {
  it("gives the hosts in order with dummies between them, and is written as it was", () => {
    const { fabric, tables } = small();
    const text = "0x0004\tB\n0xFFFF\tDUMMY\n0x0003\tA\n";
    const order = readCaOrder(text, fabric, tables.lids);
    expect(order).toEqual([4, undefined, 3]);
    expect(writeCaOrder(fabric, tables.lids, order)).toBe(text);
  });

  it("refuses a LID that no host has, and what breaks off", () => {
    const { fabric, tables } = small();
    const code = (text: string): string =>
      refusal(() => readCaOrder(text, fabric, tables.lids)).code;
    expect(code("0x0001\tswitch\n")).toBe("E_OPENSM_BAD_LID");
    expect(code("0x0009\tnobody\n")).toBe("E_OPENSM_BAD_LID");
    expect(code("0x0004\tB\n0x000")).toBe("E_OPENSM_SYNTAX");
    expect(code("0x0004\t")).toBe("E_OPENSM_TRUNCATED");
    expect(code("")).toBe("E_OPENSM_TRUNCATED");
  });
});

describe("other files", () => {
  it("multicast tables in ibdm's own form read back as those in OpenSM's", () => {
    const { fabric } = small();
    const text =
      "\nSwitch 0x0000000000200000\nLID    : Out Port(s)\n0xC001 : 0x001  0x002 \n0xC003 : 0x001 \n";
    const tables = readMcfdbs(text, fabric);
    expect(writeMcfdbs(fabric, tables)).toBe(text);
    const own = writeMcfdbs(fabric, tables, "ibdm");
    expect(own).toBe(
      "\nSwitch 0x0000000000200000\nLID    : 0xC001\n0x001 0x002\nLID    : 0xC003\n0x001\n",
    );
    expect(readMcfdbs(own, fabric).masks).toEqual(tables.masks);
  });

  it("a node-name map reads back", () => {
    const names = new Map([
      [0x2c9n, "leaf #1; a/b"],
      [0xffn, "spine  2"],
    ]);
    expect(readNodeNameMap(writeNodeNameMap(names))).toEqual(names);
    expect(refusal(() => writeNodeNameMap(new Map([[1n, 'a"b']]))).code).toBe(
      "E_OPENSM_NAME",
    );
  });
});

const shared = sharedFile("fabrics");

describe.skipIf(shared === undefined)(
  "OpenSM's own files of real fabrics (skipped where absent)",
  () => {
    it.each([
      ["qdr-irregular-11sw", "minhop"],
      ["qdr-irregular-11sw", "ftree_roots"],
      ["ndr-dgx-40sw", "ftree_roots_cn"],
    ])("%s %s are written back as they were", (name, engine) => {
      const folder = shared ?? "";
      const files = new Map<string, string>();
      for (const [path, text] of filesOfTar(
        gunzipSync(
          readFileSync(
            join(folder, "opensm-3.3.23", name, `${engine}.dump.tgz`),
          ),
        ),
      ))
        files.set(basename(path), text);
      const { fabric } = readIbnetdiscover(
        readFileSync(join(folder, `${name}.ibnetdiscover`), "utf8"),
      );
      const tables: ForwardingTables = readTables(
        { "opensm-lfts.dump": files.get("opensm-lfts.dump") ?? "" },
        fabric,
      );
      // Which port of the least hops OpenSM would have balanced to, the tables do not say.
      const portless = (text = ""): string =>
        text.replaceAll(/(?<=via port )\d+/g, "");
      expect(portless(writeFdbs(fabric, tables))).toBe(
        portless(files.get("opensm.fdbs")),
      );
      const matrix = files.get("opensm-lid-matrix.dump") ?? "";
      expect(
        writeLidMatrix(fabric, tables.lids, readLidMatrix(matrix, fabric)),
      ).toBe(matrix);
      if (engine === "minhop")
        expect(
          writeLidMatrix(
            fabric,
            tables.lids,
            leastHopMatrix(fabric, tables.lids),
          ),
        ).toBe(matrix);
      const order = files.get("opensm-ftree-ca-order.dump");
      if (order !== undefined)
        expect(
          writeCaOrder(
            fabric,
            tables.lids,
            readCaOrder(order, fabric, tables.lids),
          ),
        ).toBe(order);
    });

    it("the order of hosts that our ftree makes is OpenSM's, dummies and all", () => {
      const folder = shared ?? "";
      const name = "qdr-irregular-11sw";
      const read = (end: string): string =>
        readFileSync(join(folder, `${name}${end}`), "utf8");
      const { fabric } = readIbnetdiscover(read(".ibnetdiscover"));
      const files = new Map(
        [
          ...filesOfTar(
            gunzipSync(
              readFileSync(
                join(folder, "opensm-3.3.23", name, "ftree_roots.dump.tgz"),
              ),
            ),
          ),
        ].map(([path, text]) => [basename(path), text]),
      );
      const { lids } = readTables(
        { "opensm-lfts.dump": files.get("opensm-lfts.dump") ?? "" },
        fabric,
      );
      const roots = read(".roots").match(/0x[0-9a-f]+/gi) ?? [];
      const engine = ftree.create(
        { fabric, lids },
        parseOptions(ftree, { roots }),
      ) as RoutingEngine;
      expect(writeCaOrder(fabric, lids, engine.tables().hostOrder ?? [])).toBe(
        files.get("opensm-ftree-ca-order.dump"),
      );
    });
  },
);
