import { readFileSync } from "node:fs";
import { opensm } from "@fabriclab/addressing-opensm";
import { extendRegistry, type AnyPlugin } from "@fabriclab/formats-scenario";
import { minhop } from "@fabriclab/routing-minhop";
import { linear } from "@fabriclab/tables-linear";
import { multicastUnion } from "@fabriclab/tables-multicast-union";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Context } from "../src/context.ts";
import { idleOfSeveral } from "../src/kept-lids.ts";
import { fabriclab, workFolder, type Outcome } from "./command.ts";

const folder = workFolder();
const file = folder.at("kept.topo");

async function fine(...argv: string[]): Promise<Outcome> {
  const outcome = await fabriclab(...argv);
  expect(outcome.code, outcome.err).toBe(0);
  return outcome;
}

/** A subnet manager's choice: hosts 7 and 9, switches 20 and 30. */
beforeAll(async () => {
  const mesh = ["topology", "mesh", "--columns", "2", "--rows", "1"];
  const { out } = await fine(...mesh);
  folder.write(
    "kept.topo",
    out
      .replace('"N(0,0)" base port 0 lid 0', '"N(0,0)" base port 0 lid 20')
      .replace('"N(1,0)" base port 0 lid 0', '"N(1,0)" base port 0 lid 30')
      .replace(/lid 0 lmc 0 "N\(0,0\)" lid 0/, 'lid 7 lmc 0 "N(0,0)" lid 20')
      .replace(/lid 0 lmc 0 "N\(1,0\)" lid 0/, 'lid 9 lmc 0 "N(1,0)" lid 30')
      .replace(/(# "[NH]\(0,0\)") lid 0/g, (_, name: string) =>
        name.includes("N") ? `${name} lid 20` : `${name} lid 7`,
      )
      .replace(/(# "[NH]\(1,0\)") lid 0/g, (_, name: string) =>
        name.includes("N") ? `${name} lid 30` : `${name} lid 9`,
      ),
  );
});

const idle = (err: string): string[] =>
  [...err.matchAll(/^note: (.*) has no effect: --lids keep takes/gm)].map(
    ([, flag = ""]) => flag,
  );

describe("--lids keep", () => {
  const given = ["--routing", "minhop", "--lids", "keep"];
  const choice = ["--addressing", "multiple-lid", "--set", "lmc=1"];

  it("says that an addressing and its parameters have no effect beside it", async () => {
    const out = folder.at("tables");
    const route = ["route", "--fabric", file, ...given, ...choice];
    const { err } = await fine(...route, "-o", out);
    expect(idle(err)).toEqual(["--addressing multiple-lid", "--set lmc=1"]);
    const rows = readFileSync(folder.at("tables/guid2lid"), "utf8");
    expect(rows.match(/ \d+ \d+$/gm)).toEqual([
      " 7 7",
      " 9 9",
      " 20 20",
      " 30 30",
    ]);
    const audit = await fabriclab(
      "audit",
      "--fabric",
      file,
      ...given,
      ...choice,
    );
    expect(idle(audit.err)).toHaveLength(2);
    const fail = ["fail", "--fabric", file, "--each", "link"];
    const failed = await fabriclab(...fail, ...given, ...choice);
    expect(idle(failed.err)).toHaveLength(2);
    const hosts = folder.write("hosts.txt", "H(0,0)\nH(1,0)\n");
    const job = ["job", "--fabric", file, "--hosts", hosts];
    expect(idle((await fine(...job, ...given, ...choice)).err)).toHaveLength(2);
  });

  it("says so once of routings that share the flags, with what was typed", async () => {
    const both = ["--fabric", file, "--lids", "keep", "--set", "dor:lmc=1"];
    const fail = ["fail", ...both, "--each", "link", "--set", "lmc=0"];
    const failed = await fabriclab(...fail, "--routing", "minhop,dor");
    // What is given to one wins, and comes last.
    const said = ["--set lmc=0", "--set dor:lmc=1"];
    expect(idle(failed.err)).toEqual(said);
    const compare = ["compare", ...both, "--engines", "minhop,dor"];
    const compared = await fine(...compare, "--set", "lmc=0");
    expect(idle(compared.err)).toEqual(said);
    expect((await fine(...compare, "--quiet")).err).toBe("");
  });

  it("names the routings for which a parameter is idle, where it is one of another's own", () => {
    const own = z.object({ lmc: z.int().default(0) });
    const mine = { ...minhop, name: "mine", params: own };
    const plugins = [minhop, mine, opensm, linear, multicastUnion];
    const registry = extendRegistry({}, plugins as unknown as AnyPlugin[]);
    const set = [{ text: "lmc=1", engines: ["minhop", "mine"] }];
    expect(
      idleOfSeveral({ registry } as Context, { lids: "keep" }, set),
    ).toEqual([
      expect.stringMatching(/^note: --set lmc=1 has no effect on minhop: --li/),
    ]);
  });

  it("says nothing of parameters of others, nor without flags for an addressing", async () => {
    const route = ["route", "--fabric", file, ...given];
    const tables = ["--set", "firstMlid=1", "-o", folder.at("other")];
    expect(idle((await fine(...route, ...tables)).err)).toEqual([]);
  });

  it("tells a file in which two ports have one LID from one in which a host has none", async () => {
    const kept = readFileSync(file, "utf8");
    const refused = async (text: string): Promise<string> => {
      const { code, err } = await fabriclab(
        ...["audit", "--fabric", folder.write("refused.topo", text)],
        ...["--routing", "xy", "--lids", "keep"],
      );
      expect(code).toBe(2);
      expect(err).toContain("E_CLI_NO_LIDS");
      return err;
    };
    const twice = await refused(kept.replaceAll("lid 9", "lid 7"));
    expect(twice).toContain("as two ports have one: LID 7 is H(0,0)'s");
    expect(twice).toContain("has no LIDs that could be kept");
    expect(twice).not.toContain("every host");
    const none = await refused(kept.replaceAll("lid 9", "lid 0"));
    expect(none).toContain("does not give every host a LID");
    expect(none).toMatch(/^ {2}got +none for H\(1,0\)$/m);
  });

  it("is what is blamed where a routing needs more LIDs than the file has", async () => {
    const tree = ["topology", "fat-tree", "--ports", "4", "--levels", "2"];
    const topo = folder.at("tree.topo");
    await fine(...tree, "-o", topo);
    const made = folder.at("made");
    const single = ["--routing", "single-lid", "--also", "subnet-lst"];
    await fine("route", "--fabric", topo, ...single, "-o", made);
    const lst = folder.at("made/opensm-subnet.lst");
    const cyclic = ["--routing", "cyclic", "--lids", "keep"];
    const { code, err } = await fabriclab(
      ...["route", "--fabric", lst, ...cyclic, "-o", folder.at("none")],
    );
    expect(code).toBe(2);
    expect(err).toContain("E_CYCLIC_LMC");
    expect(err).toMatch(/^ {2}at +--lids keep$/m);
    // (4/2)^(2-1) = 2 paths
    expect(err).toMatch(
      /^ {2}hint +hosts need an LMC of 1 or more.*; --lids assign has an addressing give LIDs anew$/m,
    );
  });
});

it("compare says that LIDs given anew leave out an LMC of the file", async () => {
  const several = folder.write(
    "several.topo",
    // LIDs 7 and 8 of one host.
    readFileSync(file, "utf8").replace("lid 7 lmc 0", "lid 7 lmc 1"),
  );
  const compare = ["compare", "--engines", "minhop", "--fabric"];
  const said = "has ports with an LMC of 1";
  expect((await fine(...compare, several)).err).toContain(
    `note: ${several} ${said}`,
  );
  expect((await fine(...compare, file)).err).not.toContain(said);
  for (const flags of [
    ["--lids", "keep"],
    ["--set", "lmc=1"],
    ["--set", "minhop:lmc=1"],
  ])
    expect((await fine(...compare, several, ...flags)).err).not.toContain(said);
});

describe("the short names of multicast builders", () => {
  it("are explained, and a slip in one is mended, at its flag", async () => {
    expect((await fine("explain", "union")).out).toMatch(
      /^multicast-union \(table builder\)/,
    );
    const route = ["route", "--fabric", file, "--routing", "xy"];
    const wrong = await fabriclab(
      ...[...route, "--multicast", "unio", "-o", folder.at("no")],
    );
    expect(wrong.code).toBe(2);
    expect(wrong.err).toMatch(/^ {2}at +--multicast$/m);
    expect(wrong.err).toMatch(/^ {2}hint +did you mean multicast-union\?$/m);
    const listed = await fabriclab("list", "tables", "spaning-tree");
    expect(listed.err).toContain("did you mean multicast-spanning-tree?");
    const explained = await fabriclab("explain", "spaning-tree");
    expect(explained.err).toContain("did you mean spanning-tree?");
  });
});
