import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { readIbnetdiscover } from "@fabriclab/formats-ibnetdiscover";
import { sharedFile } from "@fabriclab/testing-golden";
import { describe, expect, it } from "vitest";
import {
  DumpNotes,
  readGuidList,
  readLfts,
  readNodeNameMap,
  readTables,
  writeLfts,
} from "../src/index.ts";

/** Names and texts in a tar archive (ustar, regular files). */
function untar(bytes: Uint8Array): Record<string, string> {
  const text = (from: number, to: number): string =>
    Buffer.from(bytes.subarray(from, to)).toString("utf8");
  const files: Record<string, string> = {};
  for (let at = 0; at + 512 <= bytes.length && bytes[at] !== 0;) {
    const name = text(at, at + 100).replace(/\0.*$/s, "");
    const size = parseInt(text(at + 124, at + 136), 8);
    files[name.replace(/^.*\//, "")] = text(at + 512, at + 512 + size);
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}

/** What OpenSM 3.3.23 made of machines that run or ran; skipped where absent. */
const folder = sharedFile("fabrics");
const archives =
  folder === undefined
    ? []
    : ["qdr-irregular-11sw", "ndr-dgx-40sw"].flatMap((fabric) =>
        readdirSync(join(folder, "opensm-3.3.23", fabric)).map(
          (file): [string, string] => [fabric, file],
        ),
      );

describe.skipIf(folder === undefined)(
  "OpenSM's dumps of real fabrics (skipped where absent)",
  () => {
    it.each(archives)(
      "%s: both dialects of %s say the same, and are written back as they were",
      (name, archive) => {
        const topology = readFileSync(
          join(folder ?? "", `${name}.ibnetdiscover`),
          "utf8",
        );
        const { fabric } = readIbnetdiscover(topology, { file: name });
        const files = untar(
          gunzipSync(
            readFileSync(join(folder ?? "", "opensm-3.3.23", name, archive)),
          ),
        );
        const lfts = files["opensm-lfts.dump"] ?? "";
        const byLfts = readLfts(lfts, fabric);
        const byRoutes = readLfts(
          files["opensm.fdbs"] ?? "",
          fabric,
          "opensm.fdbs",
        );
        expect(byLfts.switches.size).toBe(fabric.switchCount);
        expect(byRoutes.topLid).toBe(byLfts.topLid);
        for (let sw = 0; sw < fabric.switchCount; sw++)
          expect(byRoutes.lft[sw], fabric.nodeName[sw]).toEqual(byLfts.lft[sw]);

        const tables = readTables(files, fabric);
        expect(tables.notes).toEqual([
          {
            file: "opensm.fdbs",
            message: "not read, because there is opensm-lfts.dump",
            line: 0,
            count: 1,
          },
          // With QoS OpenSM maps SLs to eight VLs, and it never dumps SLs of paths.
          ...("opensm-sl2vl.dump" in files
            ? [
                {
                  file: "opensm-sl2vl.dump",
                  message: expect.stringContaining(
                    "no SLs of paths: every pair is taken to use SL 0, though SL2VL has 8 data VLs",
                  ) as string,
                  line: 0,
                  count: 1,
                },
              ]
            : []),
        ]);
        const addressed = tables.lids.baseLid.filter((lid) => lid > 0).length;
        expect(addressed).toBe(fabric.endportCount);
        // ibsim invents port GUIDs (NodeGUID + 1) that mlx5 adapters do not have, so they are left out of the comparison.
        const blank = (text: string) =>
          text.replaceAll(/ portguid 0x[0-9a-f]+/g, "").split("\n");
        const [written, original] = [
          blank(writeLfts(fabric, tables)),
          blank(lfts),
        ];
        const differs = written.findIndex((line, i) => line !== original[i]);
        expect([written.length, written[differs]]).toEqual([
          original.length,
          original[differs],
        ]);

        const byEntries = readTables(
          { "opensm.fdbs": files["opensm.fdbs"] ?? "" },
          fabric,
        );
        expect(byEntries.lids).toEqual(tables.lids);
      },
    );

    it.each([
      ["ndr-dgx-40sw", "roots", 40],
      ["ndr-dgx-40sw", "compute-guids", 582],
      ["qdr-irregular-11sw", "roots", 11],
    ])("%s.%s names nodes of the fabric", (name, list, atMost) => {
      const read = (file: string): string =>
        readFileSync(join(folder ?? "", file), "utf8");
      const { fabric } = readIbnetdiscover(read(`${name}.ibnetdiscover`));
      const text = read(`${name}.${list}`);
      const notes = new DumpNotes();
      const nodes = readGuidList(text, fabric, list, notes);
      expect(notes.all()).toEqual([]);
      expect(nodes).toHaveLength(
        text.split("\n").filter((line) => line.startsWith("0x")).length,
      );
      expect(nodes.length).toBeLessThanOrEqual(atMost);
      expect(
        nodes.every((node) => node < fabric.switchCount === (list === "roots")),
      ).toBe(true);
    });

    it("a node-name map names nodes of its fabric", () => {
      const names = readNodeNameMap(
        readFileSync(
          join(folder ?? "", "qdr-irregular-11sw.node-name-map"),
          "utf8",
        ),
      );
      expect(names.get(0x003048c74e4a0000n)).toBe("x5570comp1");
    });
  },
);
