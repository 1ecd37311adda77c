import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import {
  readCaOrder,
  readLfts,
  readLidMatrix,
  readMcfdbs,
  readTables,
} from "@fabriclab/formats-opensm";
import type { EndportIx, SwitchIx } from "@fabriclab/units";
import { beforeAll, describe, expect, it } from "vitest";
import type { AuditReport } from "../src/audit/report.ts";
import { readFabricFile } from "../src/fabric-file.ts";
import { fabriclab, workFolder } from "./command.ts";

const folder = workFolder();
const tree = folder.at("tree.topo");
const tables = folder.at("tables");
const LFTS = "opensm-lfts.dump";

beforeAll(async () => {
  for (const argv of [
    ["topology", "fat-tree", "--ports", "4", "--levels", "2", "-o", tree],
    ["route", "--fabric", tree, "--routing", "cyclic", "-o", tables],
  ])
    expect((await fabriclab(...argv)).code).toBe(0);
});

describe("a folder of tables", () => {
  it("under names of the user's: notes call them by these", async () => {
    const mine = folder.at("mine");
    mkdirSync(mine);
    // Without the first switch, of which there is something to be noted then.
    const [, ...rest] = readFileSync(join(tables, LFTS), "utf8").split("\n");
    const begin = rest.findIndex((line) => line.startsWith("Unicast lids"));
    writeFileSync(join(mine, "monday.txt"), rest.slice(begin).join("\n"));
    const { err } = await fabriclab(
      ...["audit", "--fabric", tree, "--tables", mine, "--no-remedies"],
    );
    expect(err).toContain(
      "monday.txt: switches of which the dump says nothing have no paths",
    );
    expect(err).not.toContain(LFTS);
  });

  it("with a file and the same one compressed: the report says which was read", async () => {
    const file = join(tables, LFTS);
    writeFileSync(`${file}.gz`, gzipSync(readFileSync(file)));
    const { code, err } = await fabriclab(
      ...["audit", "--fabric", tree, "--tables", tables],
    );
    expect(code).toBe(0);
    expect(err).toContain(`${LFTS}.gz: not read, because there is ${LFTS}`);
  });

  it("without owners of LIDs: those of the topology file count, and a wrong final port is seen", async () => {
    const topology = folder.at("lids.topo");
    // Two hosts at one switch; LIDs 1 (switch), 11 and 12, delivered the wrong way round.
    writeFileSync(
      topology,
      [
        "switchguid=0x10(10)",
        'Switch\t3 "S-0000000000000010"\t\t# "A" base port 0 lid 1 lmc 0',
        '[1]\t"H-0000000000000100"[1](101)\t\t# "h1" lid 11 4xQDR',
        '[2]\t"H-0000000000000200"[1](201)\t\t# "h2" lid 12 4xQDR',
        "",
        ...["1", "2"].flatMap((n) => [
          `caguid=0x${n}00`,
          `Ca\t1 "H-0000000000000${n}00"\t\t# "h${n}"`,
          `[1](${n}01) \t"S-0000000000000010"[${n}]\t\t# lid 1${n} lmc 0 "A" lid 1 4xQDR`,
          "",
        ]),
      ].join("\n"),
    );
    const swapped = folder.at("swapped");
    mkdirSync(swapped);
    writeFileSync(
      join(swapped, LFTS),
      [
        "Unicast lids [0-12] of switch Lid 1 guid 0x0000000000000010 ('A'):",
        "0x0001 000 # ",
        "0x000b 002 # ",
        "0x000c 001 # ",
        "3 lids dumped",
        "",
      ].join("\n"),
    );
    const { code, out, err } = await fabriclab(
      ...["audit", "--json", "--fabric", topology],
      ...["--tables", swapped],
    );
    expect(err).toContain("are those of the fabric's file (2 times)");
    const found = JSON.parse(out) as AuditReport;
    expect([code, found.unreachable.byEnd]).toEqual([
      1,
      { "wrong-endport": 2 },
    ]);
  });

  it("takes files of other names by their first lines, and says so", async () => {
    const other = folder.at("other-names");
    mkdirSync(other);
    writeFileSync(
      join(other, "tables of june.txt"),
      readFileSync(join(tables, LFTS)),
    );
    writeFileSync(
      join(other, "lids"),
      readFileSync(join(tables, "guid2lid"), "utf8"),
    );
    writeFileSync(join(other, "notes.txt"), "call the vendor\n");
    const argv = ["audit", "--json", "--fabric", tree, "--tables"];
    const { code, out, err } = await fabriclab(...argv, other);
    expect(err).toContain(
      "tables of june.txt: read as unicast tables, by its first lines",
    );
    expect(err).toMatch(/lids: not read: rows of three numbers may be/);
    expect(err).not.toContain("notes.txt");
    const plain = await fabriclab(...argv, tables);
    const pairs = (text: string): unknown =>
      (JSON.parse(text) as AuditReport).pairs;
    expect([code, pairs(out)]).toEqual([0, pairs(plain.out)]);
    const alone = await fabriclab(...argv, join(other, "tables of june.txt"));
    expect([alone.code, pairs(alone.out)]).toEqual([0, pairs(plain.out)]);
  });

  it("refuses to choose between two, and a folder without any", async () => {
    const two = folder.at("two");
    mkdirSync(two);
    const run = () => fabriclab("audit", "--fabric", tree, "--tables", two);
    writeFileSync(join(two, "guids"), "0x0000000000100001 3 3\n");
    expect((await run()).err).toMatch(
      /E_CLI_TABLES_FOLDER[\s\S]*guids, of rows of three numbers/,
    );
    const none = await fabriclab(
      ...["audit", "--fabric", tree, "--tables", tree],
    );
    expect(none.err).toContain(`The file ${tree} holds no tables.`);
    for (const name of ["a", "b"])
      writeFileSync(join(two, name), readFileSync(join(tables, LFTS)));
    const { code, err } = await run();
    expect(code).toBe(2);
    expect(err).toMatch(/several files of unicast tables[\s\S]*a, b/);
  });
});

describe("route --also", () => {
  const route = (...more: readonly string[]) =>
    fabriclab("route", "--fabric", tree, ...more);
  it("writes the dumps that OpenSM does not load, each of which reads back", async () => {
    const out = folder.at("also");
    const { code } = await route(
      ...["--routing", "ftree", "--group", "P(00)=P(01),P(10)"],
      ...["--also", "all", "-o", out],
    );
    expect(code).toBe(0);
    const { fabric } = readFabricFile(tree);
    const text = (name: string): string =>
      readFileSync(join(out, name), "utf8");
    const tables = readTables(
      { [LFTS]: text(LFTS), "opensm.mcfdbs": text("opensm.mcfdbs") },
      fabric,
    );
    for (const name of ["opensm.fdbs", "osm.fdbs"])
      expect(readLfts(text(name), fabric).lft).toEqual(tables.lft);
    expect(readMcfdbs(text("osm.mcfdbs"), fabric).masks).toEqual(
      tables.multicast?.masks,
    );
    const listed = readFabricFile(join(out, "opensm-subnet.lst"));
    expect([...(listed.lids?.baseLid ?? [])].sort()).toEqual(
      [...tables.lids.baseLid].sort(),
    );
    // A 4-port 2-tree: two hops between leaves, through either of a leaf's upper ports, and none through its hosts' ports.
    const matrix = readLidMatrix(text("opensm-lid-matrix.dump"), fabric);
    const leaf = fabric.attachment(fabric.switchCount as EndportIx)?.sw;
    const rows = matrix.get(leaf ?? (0 as SwitchIx));
    expect(
      [...(rows?.values() ?? [])]
        .map((row) => [...row].sort((a, b) => a - b).join())
        .sort(),
    ).toEqual([
      "0,2,2,255,255",
      "1,1,3,255,255",
      "1,1,3,255,255",
      ...new Array<string>(3).fill("2,2,2,255,255"),
    ]);
    const order = readCaOrder(
      text("opensm-ftree-ca-order.dump"),
      fabric,
      tables.lids,
    );
    expect([...order].sort()).toEqual([6, 7, 8, 9, 10, 11, 12, 13].sort());
  });

  it("refuses what the tables have not, and what is no file; all is what they have", async () => {
    const all = await route(
      ...["--routing", "minhop", "--also", "all", "-o", folder.at("some")],
    );
    expect(all.code).toBe(0);
    const more = await route(
      ...["--routing", "minhop", "--also", "all,fdbs", "-o", folder.at("more")],
    );
    expect(more.code).toBe(0);
    expect(readdirSync(folder.at("more"))).toEqual(
      readdirSync(folder.at("some")),
    );
    for (const [also, said] of [
      ["ca-order", /nothing for opensm-ftree-ca-order.dump[\s\S]*ftree/],
      ["fdbs,ibdm-mcfdbs", /nothing for osm.mcfdbs[\s\S]*--group/],
      ["all,ca-order", /nothing for opensm-ftree-ca-order.dump[\s\S]*ftree/],
      ["fdb", /did you mean fdbs/],
      ["all,fdb", /did you mean fdbs/],
      ["fdbs,", /got +nothing/],
    ] as const) {
      const { code, err } = await route(
        ...["--routing", "minhop", "--also", also, "-o", folder.at("none")],
      );
      expect([code, err.match(said) === null ? err : ""]).toEqual([2, ""]);
    }
  });
});
