import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withoutLinks } from "@fabriclab/fabric";
import { writeIbnetdiscover } from "@fabriclab/formats-ibnetdiscover";
import type { FabricDiff } from "@fabriclab/analysis-diff";
import { beforeAll, describe, expect, it } from "vitest";
import { readFabricFile } from "../src/fabric-file.ts";
import { fabriclab, workFolder } from "./command.ts";

const folder = workFolder();
const tree = folder.at("tree.topo");

beforeAll(async () => {
  const flags = ["--ports", "4", "--levels", "2", "-o", tree];
  await fabriclab("topology", "fat-tree", ...flags);
  for (const routing of ["minhop", "ftree"])
    await fabriclab(
      ...["route", "--fabric", tree, "--routing", routing],
      ...["-o", folder.at(routing)],
    );
});

describe("diff of fabrics", () => {
  it("finds nothing between a fabric and itself", async () => {
    const { code, out } = await fabriclab("diff", tree, tree);
    expect(code).toBe(0);
    expect(out).toMatch(/^no difference/);
  });

  it("names a cable that the plan has and the machine has not", async () => {
    const { fabric } = readFabricFile(tree);
    const root = fabric.findNode("SW<0,0>") ?? 0;
    const cable = fabric.portLink[fabric.portStart[root] ?? 0] ?? 0;
    const real = folder.write(
      "real.topo",
      writeIbnetdiscover(withoutLinks(fabric, [cable])),
    );
    const { code, out } = await fabriclab("diff", "--json", tree, real);
    expect(code).toBe(1);
    const diff = JSON.parse(out) as Record<string, unknown>;
    expect(diff).toMatchObject({
      kind: "fabrics",
      by: "guid",
      isSame: false,
      missing: [],
      missingCables: ["SW<0,0>:1 - SW<0,1>:3"],
      recabled: [],
    });
  });

  it("names a cable of which one end lost its line, though no cable is missing", async () => {
    // One line of a leaf: its port 3 leads to the root's port 1.
    const lines = readFileSync(tree, "utf8").split("\n");
    const leaf = lines.findIndex((line) => /^Switch.*"SW<0,1>"/.test(line));
    const at = lines.findIndex((line, i) => i > leaf && line.startsWith("[3]"));
    const half = folder.write(
      "half.topo",
      lines.filter((_, i) => i !== at).join("\n"),
    );
    const { code, out, err } = await fabriclab("diff", tree, half);
    expect(code).toBe(1);
    expect(out).toContain(
      `cables that only the first end tells of in ${half}: 1\n  SW<0,0>:1 -> SW<0,1>:3\n`,
    );
    expect(err).toMatch(
      /SW<0,0> \(S-[0-9a-f]+\[1\]\) names SW<0,1> \(S-[0-9a-f]+\[3\]\), which does not name it/,
    );
    const back = await fabriclab("diff", "--json", "--by", "name", half, tree);
    expect(back.code).toBe(1);
    expect(JSON.parse(back.out)).toMatchObject({
      isSame: false,
      missingCables: [],
      oneSided: { a: ["SW<0,0>:1 -> SW<0,1>:3"], b: [] },
    });
    expect((await fabriclab("diff", half, half)).code).toBe(0);
  });

  it("matches what names no GUIDs by name, also once it was written in a format that needs some", async () => {
    const [irregular, conf] = ["i.topo", "i.conf"].map((name) =>
      folder.at(name),
    ) as [string, string];
    await fabriclab(
      ...["topology", "irregular", "--switches", "5", "--links", "5"],
      ...["--hosts-per-switch", "3", "--seed", "2", "-o", irregular],
    );
    const write = (from: string, to: string) =>
      fabriclab("topology", "--fabric", from, "-o", to);
    await write(irregular, conf);
    const later = ["ibnetdiscover-p", "topo", "json"].map((name) =>
      folder.at(`later.${name}`),
    );
    for (const file of later) await write(conf, file);
    for (const file of [conf, ...later]) {
      for (const by of [[], ["--by", "name"]]) {
        const { out } = await fabriclab(
          ...["diff", "--json", irregular, file, ...by],
        );
        const diff = JSON.parse(out) as FabricDiff;
        expect(diff.by).toBe("name");
        expect(diff.missing).toEqual([]);
        expect(diff.changed).toEqual([]);
      }
      expect((await fabriclab("diff", conf, file)).code).toBe(0);
    }
    // The list has PortGUIDs for the adapters' NodeGUIDs.
    const list = folder.at("i.ibnetdiscover-p");
    await write(irregular, list);
    const { out } = await fabriclab("diff", irregular, list, "--by", "name");
    expect(out).not.toContain("guid");
  });

  it("finds the hosts of a topology.conf by the host's part of their adapters, and says so", async () => {
    const named = folder.write(
      "adapters.topo",
      readFileSync(tree, "utf8").replaceAll(/P\((\d+)\)/g, "n$1 mlx5_0"),
    );
    const conf = folder.at("adapters.conf");
    await fabriclab("topology", "--fabric", named, "-o", conf);
    const { out } = await fabriclab("diff", conf, named);
    expect(out).toMatch(
      /^nodes matched by name \(8 hosts by the host's part of an adapter's description, n11 of n11 mlx5_0\)\n/,
    );
    expect(out).not.toMatch(/name n|^ {2}n\d+$/m);
  });

  it("shows hosts that were swapped", async () => {
    const text = readFileSync(tree, "utf8").replaceAll(
      /P\((00|30)\)/g,
      (_, digits: string) => (digits === "00" ? "P(30)" : "P(00)"),
    );
    const real = folder.write("swapped.topo", text);
    const byName = await fabriclab("diff", "--by", "name", tree, real);
    expect(byName.code).toBe(1);
    expect(byName.out).toContain("ports cabled otherwise: 4");
    const byGuid = await fabriclab("diff", "--by", "guid", tree, real);
    expect(byGuid.out).toContain("P(00): name P(00) -> P(30)");
  });
});

describe("diff of tables", () => {
  it("finds nothing between tables and themselves", async () => {
    const same = folder.at("minhop");
    const { code, out } = await fabriclab("diff", "--fabric", tree, same, same);
    expect(code).toBe(0);
    // 6 switches, LIDs of 8 hosts and 6 switches
    expect(out).toContain("84 entries");
  });

  /** Tables of the tree with a cable fewer: no rows lead to the ports of its ends any more. */
  const withLess = async () => {
    const { fabric } = readFabricFile(tree);
    const root = fabric.portStart[fabric.findNode("SW<0,0>") ?? 0] ?? 0;
    const less = folder.write(
      "less.topo",
      writeIbnetdiscover(withoutLinks(fabric, [fabric.portLink[root] ?? 0])),
    );
    const after = folder.at("after");
    await fabriclab(
      ...["route", "--fabric", less, "--routing", "minhop", "-o", after],
    );
    return after;
  };

  it("tells SL2VL rows that are missing from those that name other VLs", async () => {
    const after = await withLess();
    const before = folder.at("minhop");
    const { out } = await fabriclab("diff", "--fabric", tree, before, after);
    // Switches of 4 ports: rows from port 0 to 4 to each of two dead ports; 5 to each of 24 cabled ports, and 8 hosts.
    expect(out).toContain(
      `\n10 of 128 SL2VL rows differ: 0 name other VLs, 10 are missing in ${after}, 0 in ${before}\n`,
    );
    const back = await fabriclab(
      ...["diff", "--json", "--fabric", tree, after, before],
    );
    expect(JSON.parse(back.out)).toMatchObject({
      sl2vl: { rows: 128, changed: 0, lost: 0, gained: 10, onlyIn: null },
    });
    const other = folder.at("other-lanes");
    cpSync(before, other, { recursive: true });
    const dump = join(other, "opensm-sl2vl.dump");
    const row = /^(1 +2 +: )0/m;
    writeFileSync(dump, readFileSync(dump, "utf8").replace(row, "$11"));
    const changed = await fabriclab("diff", "--fabric", tree, before, other);
    expect(changed.out.split("\n").slice(0, 3)).toEqual([
      `84 entries of ${before} and ${other} alike`,
      `1 of 128 SL2VL rows differ: 1 name other VLs, 0 are missing in ${other}, 0 in ${before}`,
      `1 data VL in ${before}, 2 in ${other}`,
    ]);
  });

  it("says that SL2VL tables are not compared where one folder has none", async () => {
    const before = folder.at("minhop");
    const none = folder.at("no-lanes");
    cpSync(before, none, { recursive: true });
    rmSync(join(none, "opensm-sl2vl.dump"));
    const { out, code } = await fabriclab(
      ...["diff", "--fabric", tree, before, none],
    );
    expect(code).toBe(0);
    expect(out).toBe(
      `no difference: 84 entries of ${before} and ${none} alike\nSL2VL tables are not compared: ${none} has none\n`,
    );
    const back = await fabriclab("diff", "--fabric", tree, none, before);
    expect(back.out).toContain(`not compared: ${none} has none`);
    const neither = await fabriclab("diff", "--fabric", tree, none, none);
    expect(neither.out).not.toContain("SL2VL");
    // Nor are two data VLs held against a folder that does not say how many there are.
    const two = folder.at("two-lanes");
    cpSync(before, two, { recursive: true });
    const dump = join(two, "opensm-sl2vl.dump");
    const row = /^(1 +2 +: )0/m;
    writeFileSync(dump, readFileSync(dump, "utf8").replace(row, "$11"));
    const loaded = await fabriclab("diff", "--fabric", tree, two, none);
    expect(loaded.code).toBe(0);
    expect(loaded.out).toBe(
      `no difference: 84 entries of ${two} and ${none} alike\nSL2VL tables are not compared: ${none} has none\n`,
    );
  });

  it("compares single files of tables, as a dump that was edited", async () => {
    const before = join(folder.at("minhop"), "opensm-lfts.dump");
    const text = readFileSync(before, "utf8");
    // The first entry of the first switch that names port 1 now names port 2.
    const after = folder.write(
      "edited.dump",
      text.replace(/^(0x[0-9a-f]+) 001/m, "$1 002"),
    );
    const { code, out } = await fabriclab(
      ...["diff", "--json", "--fabric", tree, before, after],
    );
    expect(JSON.parse(out)).toMatchObject({
      kind: "tables",
      entries: 84,
      moved: 1,
      lost: 0,
      gained: 0,
    });
    expect(code).toBe(1);
    const same = await fabriclab(
      ...["diff", "--fabric", tree, folder.at("minhop"), before],
    );
    expect(same.code).toBe(0);
  });

  it("counts what two routings do otherwise", async () => {
    const { code, out } = await fabriclab(
      ...["diff", "--json", "--fabric", tree],
      ...[folder.at("minhop"), folder.at("ftree")],
    );
    // ftree leads from no root to the other: that would be down and up again.
    expect(JSON.parse(out)).toMatchObject({
      kind: "tables",
      lost: 2,
      gained: 0,
      switches: [
        { switch: "SW<0,0>", lost: 1 },
        { switch: "SW<1,0>", lost: 1 },
      ],
    });
    expect(code).toBe(1);
  });
});

describe("diff refuses", () => {
  it.each([
    [() => [tree, folder.at("none.topo")], "E_CLI_UNREADABLE_FILE"],
    [() => [tree, folder.at("minhop")], "E_CLI_USAGE"],
    [() => [folder.at("minhop"), folder.at("ftree")], "E_CLI_USAGE"],
    [() => ["--fabric", tree, tree, tree], "E_CLI_OPTION_CONFLICT"],
    [
      () => [
        ...["--fabric", tree, "--by", "name"],
        ...[folder.at("minhop"), folder.at("ftree")],
      ],
      "E_CLI_OPTION_CONFLICT",
    ],
    [() => [tree], "E_CLI_USAGE"],
    [() => [folder.at("minhop"), folder.at("nope")], "E_CLI_TABLES_FOLDER"],
    [() => ["--fabric", tree, folder.at("nope"), "no"], "E_CLI_TABLES_FOLDER"],
  ])("what cannot be compared %#", async (argv, code) => {
    const done = await fabriclab("diff", ...argv());
    expect(done.code).toBe(2);
    expect(done.err).toContain(code);
  });
});

it("diff names the path that is not there, and one like it", async () => {
  const [there, nope] = [folder.at("minhop"), folder.at("minhob")];
  const { err } = await fabriclab("diff", "--fabric", tree, there, nope);
  expect(err).toContain(`There is no folder or file ${nope}.`);
  expect(err).toContain(`did you mean ${there}?`);
  expect(err).not.toContain("and a fabric");
});

describe("diff --node-name-map", () => {
  it("gives the nodes of both fabrics the names of the map", async () => {
    const { fabric } = readFabricFile(tree);
    const node = fabric.findNode("P(00)") ?? 0;
    const guid = `0x${(fabric.nodeGuid[node] ?? 0n).toString(16)}`;
    const map = folder.write("names.map", `${guid} "login"\n`);
    const cable = fabric.portLink[fabric.portStart[node] ?? 0] ?? 0;
    const real = folder.write(
      "without-login.topo",
      writeIbnetdiscover(withoutLinks(fabric, [cable])),
    );
    const { out } = await fabriclab(
      ...["diff", "--json", "--node-name-map", map, tree, real],
    );
    const { missingCables } = JSON.parse(out) as { missingCables: string[] };
    expect(missingCables).toHaveLength(1);
    expect(missingCables[0]).toContain("login:1");
  });

  it("reads tables that call the nodes by their own names", async () => {
    const { fabric } = readFabricFile(tree);
    const map = folder.write(
      "every.map",
      Array.from(
        fabric.nodeGuid,
        (guid, node) => `0x${guid.toString(16)} "name${node}"\n`,
      ).join(""),
    );
    const { code, out, err } = await fabriclab(
      ...["diff", "--json", "--fabric", tree, "--node-name-map", map],
      ...[folder.at("minhop"), folder.at("ftree")],
    );
    expect(code, err).toBe(1);
    expect(out).toContain('"switch": "name');
    expect(out).not.toContain("SW<");
  });
});
