import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { readIbnetdiscover } from "@fabriclab/formats-ibnetdiscover";
import type { Fabric } from "@fabriclab/spec";
import { sharedFile } from "@fabriclab/testing-golden";
import type { EndportIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import {
  DumpNotes,
  readGuid2lid,
  readLfts,
  readMcfdbs,
  readSl2vl,
  readTables,
  writeGuid2lid,
  writeLfts,
  writeMcfdbs,
  writeSl2vl,
} from "../src/index.ts";

/** Dumps of OpenSM 3.3.23 under ibsim 0.10; tests that need them are skipped where they are absent. */
const oracle = sharedFile("oracle");
const fabrics =
  oracle === undefined
    ? []
    : readdirSync(oracle, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name);

function fabricOf(name: string): Fabric {
  const file = join(oracle ?? "", name, "ibnetdiscover.txt");
  return readIbnetdiscover(readFileSync(file, "utf8"), { file }).fabric;
}

/** The engines' folders that hold a dump of this name, with its text. */
function dumps(name: string, file: string): [string, string][] {
  const folder = join(oracle ?? "", name);
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .filter((entry) => readdirSync(join(folder, entry.name)).includes(file))
    .map((entry) => {
      const bytes = readFileSync(join(folder, entry.name, file));
      return [
        entry.name,
        (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8"),
      ];
    });
}

/** Equal texts, without printing megabytes where they are not. */
function expectSame(written: string, original: string, what: string): void {
  if (written === original) return;
  const a = written.split("\n");
  const b = original.split("\n");
  const at = a.findIndex((line, i) => line !== b[i]);
  expect(`${what}:${at + 1} ${a[at] ?? ""}`).toBe(
    `${what}:${at + 1} ${b[at] ?? ""}`,
  );
  expect(a).toHaveLength(b.length);
}

describe.skipIf(oracle === undefined)(
  "OpenSM's own dumps, read and written again (skipped where absent)",
  () => {
    it.each(fabrics)("are the same bytes on %s", (name) => {
      const fabric = fabricOf(name);
      let seen = 0;
      for (const [engine, text] of dumps(name, "lfts.dump.gz")) {
        const guid2lid = readFileSync(
          join(oracle ?? "", name, engine, "guid2lid.txt"),
          "utf8",
        );
        const tables = readTables(
          { "lfts.dump": text, "guid2lid.txt": guid2lid },
          fabric,
        );
        expectSame(writeLfts(fabric, tables), text, `${engine}/lfts.dump`);
        // The header comment is the collector's, and so is leaving out OpenSM's blank lines.
        expectSame(
          writeGuid2lid(fabric, readGuid2lid(guid2lid, fabric), false),
          guid2lid.replace(/^#.*\n/, ""),
          `${engine}/guid2lid.txt`,
        );
        seen++;
      }
      for (const [engine, text] of dumps(name, "mcfdbs.dump"))
        expectSame(
          writeMcfdbs(fabric, readMcfdbs(text, fabric)),
          text,
          `${engine}/mcfdbs.dump`,
        );
      for (const [engine, text] of dumps(name, "sl2vl.dump.gz")) {
        const guid2lid = readFileSync(
          join(oracle ?? "", name, engine, "guid2lid.txt"),
          "utf8",
        );
        expectSame(
          writeSl2vl(
            fabric,
            readGuid2lid(guid2lid, fabric),
            readSl2vl(text, fabric),
          ),
          text,
          `${engine}/sl2vl.dump`,
        );
      }
      expect(seen).toBeGreaterThan(5);
    });

    it("name the LIDs that guid2lid holds, without it, also with LMC 2", () => {
      const fabric = fabricOf("ft_8p2t");
      for (const [engine, text] of dumps("ft_8p2t", "lfts.dump.gz")) {
        const guid2lid = readFileSync(
          join(oracle ?? "", "ft_8p2t", engine, "guid2lid.txt"),
          "utf8",
        );
        expect(
          readTables({ "opensm-lfts.dump": text }, fabric).lids,
          engine,
        ).toEqual(readGuid2lid(guid2lid, fabric));
      }
    });

    it("hold the ports of the collector's own table lft.txt", () => {
      const fabric = fabricOf("irr_15");
      for (const [engine, compact] of dumps("irr_15", "lft.txt")) {
        const text =
          dumps("irr_15", "lfts.dump.gz").find(
            ([other]) => other === engine,
          )?.[1] ?? "";
        const { lft } = readLfts(text, fabric);
        let entries = 0;
        for (const row of compact.matchAll(
          /^\d+ (0x[0-9a-f]+) \S+ : (.*)$/gm,
        )) {
          const sw = fabric.findGuid(BigInt(row[1] ?? "0")) ?? -1;
          for (const [i, port] of (row[2] ?? "")
            .trim()
            .split(/\s+/)
            .entries()) {
            expect(lft[sw]?.[i + 1]).toBe(port === "-" ? 255 : Number(port));
            entries++;
          }
        }
        expect(entries).toBeGreaterThanOrEqual(15 * 30);
      }
    });

    it.each(fabrics)(
      "hold the SLs of the paths as the collector asked for them, on %s",
      (name) => {
        const fabric = fabricOf(name);
        for (const [engine, matrix] of dumps(name, "pathsl.txt")) {
          const folder = join(oracle ?? "", name, engine);
          const unpacked = (file: string): string =>
            gunzipSync(readFileSync(join(folder, file))).toString();
          const tables = readTables(
            {
              "lfts.dump": unpacked("lfts.dump.gz"),
              "guid2lid.txt": readFileSync(
                join(folder, "guid2lid.txt"),
                "utf8",
              ),
              "sl2vl.dump": unpacked("sl2vl.dump.gz"),
              "pathsl.txt": matrix,
            },
            fabric,
          );
          expect([engine, tables.notes]).toEqual([engine, []]);
          // torus-2QoS has its hosts send on SL bit 3; the others on SL modulo the lanes.
          expect([
            engine,
            tables.hostSl2vl === undefined ? undefined : [...tables.hostSl2vl],
          ]).toEqual([
            engine,
            engine === "torus-2QoS"
              ? Array.from({ length: 16 }, (_, sl) => (sl < 8 ? 0 : 1))
              : undefined,
          ]);
          const [head = "", ...rows] = matrix.trim().split("\n");
          const columns = head.replace(/^.*: /, "").split(" ").map(Number);
          let cells = 0;
          for (const row of rows) {
            const [slid = "", sls = ""] = row.split(": ");
            for (const [i, sl] of sls.split(" ").entries()) {
              if (sl === "-") continue;
              const [source, destination] = [Number(slid), columns[i] ?? 0].map(
                (lid) => tables.lids.owner[lid] as EndportIx,
              );
              if (source === undefined || destination === undefined) continue;
              if (tables.pathSl(source, destination) !== Number(sl))
                expect(`${engine} ${slid} ${columns[i]}`).toBe(sl);
              cells++;
            }
          }
          expect(cells).toBe(columns.length * (columns.length - 1));
        }
      },
    );

    it("read as far as they go where they hold some switches only", () => {
      const fabric = fabricOf("irr_15");
      for (const [engine, text] of dumps("irr_15", "lfts.dump.gz")) {
        const whole = readLfts(text, fabric);
        const sections = text.split(/^(?=Unicast)/m);
        const notes = new DumpNotes();
        const some = readLfts(
          sections.filter((_, i) => i % 3 === 0).join(""),
          fabric,
          "some",
          notes,
        );
        expect(some.switches.size).toBe(5);
        for (const sw of some.switches)
          expect([engine, some.lft[sw]]).toEqual([engine, whole.lft[sw]]);
        expect(notes.all()).toEqual([
          {
            file: "some",
            message: "switches of which the dump says nothing have no paths",
            line: 0,
            count: 10,
          },
        ]);
      }
    });

    it("name the groups that OpenSM made trees for, by the ports of their members", () => {
      const fabric = fabricOf("ft_4p3t");
      const mcfdbs = readFileSync(
        join(oracle ?? "", "ft_4p3t/minhop/mcfdbs.dump"),
        "utf8",
      );
      const tables = readMcfdbs(mcfdbs, fabric);
      const names = (endports: readonly EndportIx[]) =>
        endports
          .map((endport) =>
            (fabric.nodeName[fabric.endportNode[endport] ?? 0] ?? "").slice(
              0,
              5,
            ),
          )
          .sort();
      // #G 0xc004 pair 4,12
      const pair = tables.groups.find((group) => group.name === "0xc004");
      expect(names(pair?.members ?? [])).toEqual(["h0004", "h0012"]);
      expect(
        tables.mlids(pair?.sources[0] ?? (-1 as EndportIx), pair?.id ?? -1),
      ).toEqual([0xc004]);
    });
  },
);
