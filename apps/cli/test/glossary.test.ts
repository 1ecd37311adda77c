import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { GLOSSARY, glossaryPage, namesOf } from "../src/glossary.ts";
import { fabriclab } from "./command.ts";

describe("a word of the glossary", () => {
  it("is explained, in capitals or not, of several words, in the plural, and by its other names", async () => {
    for (const [topic, name, part] of [
      [["LMC"], "LMC", "2^LMC"],
      [["lid"], "LID", "0xBFFF"],
      [["credit", "loops"], "credit loop", "cycle of buffers"],
      [["virtual lane"], "VL", "15 for management"],
      [["slid"], "DLID, SLID", "of the source"],
      [["VL15"], "VL", "15 for management"],
      [["channel dependency graph"], "channel-dependency graph", "credit loop"],
      // InfiniBand's rates of a lane behind the line code: 64 of 66 bits of 14.0625 and of 25.78125 Gb/s
      [["FDR"], "speed of a link", "FDR 13.64"],
      [["edr"], "speed of a link", "EDR 25,"],
      // Words of the reports of run, compare and job.
      [["jain"], "fairness", "(Σx)² / (n Σx²)"],
      [["I/O", "nodes"], "compute node, I/O node", "balances its routes"],
      [["reverse hops"], "reverse hop", "down and up again"],
      [["alltoall"], "all-to-all", "send: unicast"],
      [["incast"], "hot spot, incast", "`hotspot`"],
      [["HOL blocking"], "head-of-line blocking", "virtual lanes of their own"],
    ] as const) {
      const { code, out } = await fabriclab("explain", ...topic);
      expect(code).toBe(0);
      expect(out.split("\n")[0]).toBe(name);
      expect(out).toContain(part);
    }
  });

  it("is told as data, too, and where its command or the end of a run says more", async () => {
    const { out } = await fabriclab("explain", "MTU", "--json");
    expect(JSON.parse(out)).toMatchObject([{ name: "MTU", is: "word" }]);
    expect((await fabriclab("explain", "audit")).out).toContain(
      "`fabriclab audit --help`",
    );
    expect((await fabriclab("explain", "deadlock")).out).toContain(
      "`fabriclab run --help`",
    );
  });

  it("has no name that another has", () => {
    const names = GLOSSARY.flatMap(namesOf);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it("stands in the documents as the command tells it", () => {
    expect(
      readFileSync(join(import.meta.dirname, "../../docs/glossary.md"), "utf8"),
      "node --conditions=fabriclab-source apps/cli/scripts/write-glossary.ts",
    ).toBe(glossaryPage());
  });
});
