import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { FabricBuilder } from "@fabriclab/fabric";
import { readSlurm } from "@fabriclab/formats-slurm";
import { writeIbnetdiscover } from "@fabriclab/formats-ibnetdiscover";
import { describe, expect, it } from "vitest";
import type { CompareReport } from "../src/compare/report.ts";
import { fabriclab, pressCtrlC, workFolder } from "./command.ts";

const folder = workFolder();

let made: Promise<unknown> | undefined;
async function tree(): Promise<string> {
  const file = folder.at("tree.topo");
  const flags = ["--ports", "4", "--levels", "2", "-o", file];
  await (made ??= fabriclab("topology", "fat-tree", ...flags));
  return file;
}

async function compare(...argv: string[]) {
  const done = await fabriclab("compare", "--json", "--quiet", ...argv);
  return { ...done, report: JSON.parse(done.out) as CompareReport };
}

const row = (report: CompareReport, engine: string, lists: string | null) =>
  report.rows.find((one) => one.engine === engine && one.lists === lists);

describe("compare", () => {
  it("says of which parts a fabric is that no cables hold together, and counts no pairs between them as unreachable", async () => {
    const builder = new FabricBuilder("two planes");
    for (const plane of ["a", "b"]) {
      const ends = [0, 1].map((i) => builder.addSwitch(`${plane}${i}`, 4));
      builder.connect(ends[0]!, 4, ends[1]!, 4);
      for (const [i, sw] of ends.entries())
        for (const port of plane === "a" ? [1, 2] : [1])
          builder.connect(builder.addHost(`h${plane}${i}${port}`), 1, sw, port);
    }
    const file = folder.write(
      "planes.topo",
      writeIbnetdiscover(builder.build()),
    );
    const { out, err, code } = await fabriclab(
      ...["compare", "--json", "--fabric", file, "--engines", "minhop,dfsssp"],
    );
    expect(err).toContain(
      "no cables join 2 parts of the fabric: 2 switches with 4 host ports, 2 switches with 2 host ports; 16 ordered pairs of endpoints across them are left out, as no tables could join them",
    );
    const report = JSON.parse(out) as CompareReport;
    for (const engine of ["minhop", "dfsssp"])
      expect(row(report, engine, null)?.figures?.unreachable).toEqual({
        all: 0,
        chosen: 0,
      });
    expect(code).toBe(0);
  });

  it("says of hosts that are cabled to each other what they are, and measures the others as if they were not there", async () => {
    const fabric = (isBeside: boolean) => {
      const builder = new FabricBuilder("beside");
      const [a, b] = [builder.addSwitch("a", 8), builder.addSwitch("b", 8)];
      builder.connect(a, 8, b, 8);
      for (const port of [1, 2, 3]) {
        builder.connect(builder.addHost(`a${port}`), 1, a, port);
        builder.connect(builder.addHost(`b${port}`), 1, b, port);
      }
      if (isBeside) {
        builder.connect(builder.addHost("x"), 1, builder.addHost("y"), 1);
        builder.addHost("loose");
      }
      return folder.write(
        isBeside ? "beside.topo" : "alone.topo",
        writeIbnetdiscover(builder.build()),
      );
    };
    const flags = ["--engines", "minhop"];
    const alone = await compare("--fabric", fabric(false), ...flags);
    const beside = await compare("--fabric", fabric(true), ...flags);
    expect(beside.report.roles).toEqual({
      compute: 6,
      "cabled to another host": 2,
      "not cabled": 1,
    });
    expect(beside.report.endpoints.count).toBe(6);
    expect(row(beside.report, "minhop", null)?.figures).toEqual(
      row(alone.report, "minhop", null)?.figures,
    );
    const { out, err } = await fabriclab(
      ...["compare", "--fabric", folder.at("beside.topo"), ...flags],
    );
    expect(err).toContain("2 host ports are cabled to each other");
    expect(err).toContain("take no part: x, y\n");
    expect(out.replace(/\s+/g, " ")).toContain(
      "endpoints 6: all roles but aggregation node and gateway (--endpoints compute), of what is cabled to a switch",
    );
    const two = folder.write("back-to-back.txt", "x\ny\n");
    const refused = await fabriclab(
      ...["compare", "--fabric", folder.at("beside.topo"), "--endpoints", two],
    );
    expect(refused.code).toBe(2);
    expect(refused.err).toContain("2 cabled to another host");
    expect(refused.err).toContain("hosts that are cabled to switches");
  });

  it("says which endpoints are compared in the words of the roles", async () => {
    const hosts = folder.write("two.txt", "P(00)\nP(10)\n");
    const said = async (choice: string) => {
      const { out } = await fabriclab(
        ...["compare", "--fabric", await tree(), "--engines", "minhop"],
        ...["--endpoints", choice],
      );
      return /^endpoints +(.*(?:\n {3}.*)*)$/m.exec(out)?.[1];
    };
    expect(await said("compute")).toBe(
      "8: all roles but aggregation node and gateway (--endpoints compute)",
    );
    expect(await said("all")).toBe("8: all roles (--endpoints all)");
    expect((await said(hosts))?.replace(/\s+/g, " ")).toBe(
      `2: those of ${hosts} (--endpoints)`,
    );
  });

  it("routes by every engine that takes the fabric, and says why others do not", async () => {
    const { report, code } = await compare(
      "--fabric",
      await tree(),
      "--engines",
      "minhop,ftree,xy",
    );
    expect(code).toBe(0);
    // IBFT(4,2): 8 hosts, 2 roots, 4 leaves; every shift of a fat tree is free, but random halves are not.
    expect(report.roles).toEqual({ compute: 8 });
    expect(row(report, "xy", null)).toMatchObject({
      status: "refused",
      reason: { code: "E_XY_UNSUPPORTED_FABRIC" },
    });
    const plain = row(report, "ftree", null);
    expect(plain?.figures).toMatchObject({
      unreachable: { all: 0, chosen: 0 },
      loopChannels: { all: 0, chosen: 0 },
      lanes: 1,
      // 4 hosts leave a leaf by 2 channels for 6 others: 12 routes on each.
      busiest: { routes: 6 },
      dark: 0,
      hops: { most: 3 },
      bisection: { samples: 200, seed: 1 },
    });
    // 1 neighbour at the same leaf, 6 beyond a root.
    expect(plain?.figures?.hops.mean).toBeCloseTo((1 + 6 * 3) / 7, 12);
    expect(row(report, "ftree", "A")?.figures?.bisection.value).toBe(
      plain?.figures?.bisection.value,
    );
  });

  it("says why an engine refuses in a line, all of it in compare.json and, of OpenSM's engines, on the page", async () => {
    const out = folder.at("brief");
    const mesh = folder.at("mesh.topo");
    await fabriclab(
      ...["topology", "mesh", "--columns", "3", "--rows", "3", "-o", mesh],
    );
    const done = await fabriclab(
      ...["compare", "--fabric", mesh, "-o", out],
      ...["--engines", "minhop,torus-xy,cyclic,ftree"],
    );
    const lines = done.out.split("\n");
    // A stranger to OpenSM: the first clause. ftree: what it found, too, where there is room for it.
    expect(lines).toContain(
      "torus-xy      refused  not a complete 2-D torus; E_TORUS_XY_UNSUPPORTED_FABRIC",
    );
    expect(lines).toContain(
      "ftree         refused  not a fat tree; got 1 rank of switches; E_FTREE_UNSUPPORTED_FABRIC",
    );
    expect(done.out).not.toContain("expected");
    expect(done.out).toContain("compare.json of -o; fabriclab explain CODE");
    const read = (name: string): string =>
      readFileSync(`${out}/${name}`, "utf8");
    const { rows } = JSON.parse(read("compare.json")) as CompareReport;
    expect(rows.find(({ engine }) => engine === "torus-xy")).toMatchObject({
      reason: { got: "no wrap-around links" },
    });
    expect(read("report.html")).toContain(
      "got 1 rank of switches; expected 2 to 8",
    );
    // A table of one line each is read at a glance: nothing wraps there but what is one clause.
    const table = lines.slice(
      lines.findIndex((line) => / refused /.test(line)),
    );
    for (const line of table.slice(0, table.indexOf("")))
      expect(line.length).toBeLessThanOrEqual(100);
  });

  it("keeps hints that would let a routing in, below the table", async () => {
    const file = folder.at("levels.topo");
    await fabriclab(
      ...["topology", "fat-tree", "--ports", "8", "--levels", "3", "-o", file],
    );
    const { out } = await fabriclab(
      ...["compare", "--fabric", file, "--samples", "2"],
      ...["--engines", "minhop,multipath"],
    );
    expect(out).toMatch(
      /^multipath {2}refused {2}the fabric has too many simple paths to look at every one;\s+E_MULTIPATH_TOO_MANY_PATHS\n\n/m,
    );
    expect(out).toMatch(/^hint for multipath: .*--set detour=0/m);
    expect(out).toContain("compare takes --set, too");
  });

  it("writes lists, options, tables and a page", async () => {
    const out = folder.at("advice");
    const { report } = await compare(
      "--fabric",
      await tree(),
      "--engines",
      "updn",
      "-o",
      out,
    );
    const read = (name: string): string =>
      readFileSync(`${out}/${name}`, "utf8");
    expect(readdirSync(out).sort()).toEqual([
      "compare.json",
      "compare.txt",
      "compute_guids.txt",
      "opensm.conf",
      "report.html",
      "root_guids.txt",
      "topology.conf",
    ]);
    // 4 leaves of 2 hosts, and one root above them.
    expect(readSlurm(read("topology.conf")).fabric.switchCount).toBe(5);
    expect(JSON.parse(read("compare.json"))).toEqual(report);
    expect(read("root_guids.txt").match(/^0x[0-9a-f]{16}$/gm)).toHaveLength(2);
    expect(read("compute_guids.txt").match(/^0x[0-9a-f]{16}$/gm)).toHaveLength(
      8,
    );
    expect(read("opensm.conf")).toMatch(/^routing_engine updn$/m);
    const html = read("report.html");
    expect(html).toContain("<svg");
    expect(html).toContain(report.advice.says[0]);
    // Whose routes are drawn, and the row that is advised.
    expect(html).toContain("Routes per channel under updn");
    expect(html).toContain("▶ updn");
    // What a number counts stands over it.
    for (const head of ["bandwidth, % of full", "unreachable, pairs"])
      expect(html).toContain(`<th scope="col">${head}</th>`);
    expect(html).not.toMatch(/<script|src="http|href="http/);
  });

  it("gives a plugin the lists that it says it takes, by its own names for them, and writes its lines of OpenSM's options", async () => {
    const out = folder.at("topped-advice");
    const { code, report } = await compare(
      ...["--fabric", await tree(), "--engines", "topped", "-o", out],
      ...["--plugin", fileURLToPath(new URL("own-lists.ts", import.meta.url))],
    );
    expect(code).toBe(0);
    expect(report.rows.map(({ lists, takes }) => [lists, takes])).toEqual([
      [null, ""],
      ["A", "roots"],
    ]);
    const [, given] = report.rows;
    expect(given?.status).toBe("accepted");
    const conf = readFileSync(`${out}/opensm.conf`, "utf8");
    expect(conf).toMatch(/^routing_engine mine$/m);
    expect(conf).toMatch(/^my_option 7$/m);
  });

  it("writes no topology.conf of a mesh, and says why; takes names from a map", async () => {
    const [mesh, out] = [folder.at("mesh.topo"), folder.at("mesh-advice")];
    await fabriclab(
      ...["topology", "mesh", "--columns", "2", "--rows", "2", "-o", mesh],
    );
    const guid = /switchguid=(0x[0-9a-f]+)/.exec(readFileSync(mesh, "utf8"));
    const map = folder.write("mesh.map", `${guid?.[1] ?? ""} "corner"\n`);
    const roots = folder.write("mesh.roots", "corner\n");
    const { code, err } = await fabriclab(
      ...["compare", "--fabric", mesh, "--node-name-map", map],
      ...["--roots", roots, "--engines", "updn", "-o", out],
    );
    expect(code, err).toBe(0);
    // A tree over a ring of four: the root, two below it, the last below one of these.
    expect(err).toMatch(/no topology.conf: .* 2 of 4 would have/);
    expect(readdirSync(out)).not.toContain("topology.conf");
    expect(readFileSync(`${out}/report.html`, "utf8")).toContain("corner");
  });

  it("gives the same figures for one thread and for two, and others for another seed", async () => {
    const fabric = await tree();
    const run = async (jobs: string, seed: string) => {
      const { report } = await compare(
        ...["--fabric", fabric, "--engines", "minhop,sssp", "--samples", "9"],
        ...["--jobs", jobs, "--seed", seed],
      );
      return report.rows.map(({ figures }) => figures);
    };
    const one = await run("1", "1");
    expect(await run("2", "1")).toEqual(one);
    expect(await run("1", "2")).not.toEqual(one);
  });

  it("keeps what is done when Ctrl-C comes", async () => {
    const out = folder.at("partial");
    pressCtrlC();
    const { report, code } = await compare("--fabric", await tree(), "-o", out);
    expect(code).toBe(130);
    expect(report.interrupted).toBe(true);
    expect(report.rows.map(({ status }) => status)).toContain("stopped");
    expect(JSON.parse(readFileSync(`${out}/compare.json`, "utf8"))).toEqual(
      report,
    );
  });

  it("compares lists of the user's own", async () => {
    const fabric = await tree();
    const { report } = await compare(
      ...["--fabric", fabric, "--engines", "updn", "--roots"],
      folder.write("roots.txt", "SW<0,0>\n"),
    );
    expect(report.lists.at(-1)?.roots).toHaveLength(1);
    expect(row(report, "updn", "given")?.status).toBe("accepted");
  });

  it("does not call a routing without lists that --set gives one", async () => {
    const fabric = await tree();
    const tableOf = async (engines: string) => {
      const flags = ["--engines", engines, "--set", "roots=SW<0,0>"];
      return (await fabriclab("compare", "--fabric", fabric, ...flags)).out;
    };
    const both = await tableOf("updn,minhop");
    expect(both).toMatch(/^[> ] updn +--set /m);
    expect(both).not.toMatch(/^[> ] updn +none /m);
    expect(both).toMatch(/^[> ] minhop +none /m);
    expect(await tableOf("updn")).toContain("With those of --set updn gives");
  });

  it("takes parameters for the routings that have them, or for one by its name", async () => {
    // IBFT(6,2) has 3 paths between hosts: cyclic wants to be told how many LIDs.
    const file = folder.at("six.topo");
    await fabriclab(
      ...["topology", "fat-tree", "--ports", "6", "--levels", "2", "-o", file],
    );
    const flags = ["--fabric", file, "--engines", "cyclic,ftree,sssp"];
    const without = await fabriclab("compare", ...flags);
    expect(without.out).toMatch(/^hint for cyclic: give --set lmc=2/m);
    expect(without.out).toContain("--set ROUTING:KEY=VALUE for one");
    const status = async (set: string) => {
      const { report } = await compare(...flags, "--set", set);
      return [
        report.set[0]?.engines,
        ...["cyclic", "ftree", "sssp"].map(
          (engine) => row(report, engine, null)?.status,
        ),
      ];
    };
    expect(await status("cyclic:lmc=2")).toEqual([
      ["cyclic"],
      ...["accepted", "accepted", "accepted"],
    ]);
    // ftree routes one LID for a port.
    expect(await status("lmc=2")).toEqual([
      ["cyclic", "ftree", "sssp"],
      ...["accepted", "refused", "accepted"],
    ]);
    const out = folder.at("six-advice");
    const { code } = await compare(
      ...["--fabric", file, "--engines", "sssp", "-o", out],
      ...["--set", "lmc=1", "--set", "sm=P(10)"],
    );
    expect(code).toBe(0);
    // OpenSM's own option; what it has none for is said in a comment.
    const conf = readFileSync(`${out}/opensm.conf`, "utf8");
    expect(conf).toMatch(/^lmc 1$/m);
    expect(conf.match(/^# measured .*$/gm)).toEqual([
      "# measured with --set sm=P(10), which these lines do not say",
    ]);
    const page = readFileSync(`${out}/report.html`, "utf8");
    expect(page).toContain("--set lmc=1");
  });

  it.each([
    [["--set", "nosuch=1"], "E_SCENARIO_UNKNOWN_KEY", "list routing NAME"],
    [
      ["--set", "updn:nosuch=1"],
      "E_SCENARIO_UNKNOWN_KEY",
      "updn does not have",
    ],
    [["--set", "lmc=x"], "E_SPEC_BAD_PARAMETER", "lmc"],
    [["--set", "lmc"], "E_SCENARIO_BAD_OVERRIDE", "--set"],
    [["--engines", "minhop,mihop"], "E_CLI_UNKNOWN_PLUGIN", "minhop"],
    [["--engines", "minhop,,updn"], "E_CLI_UNKNOWN_PLUGIN", "two commas"],
    [["--samples", "1"], "E_CLI_BAD_NUMBER", "--samples"],
    [["--roots", "none.txt"], "E_CLI_UNREADABLE_FILE", "--roots"],
    [["--endpoints", "none.txt"], "E_CLI_UNREADABLE_FILE", "--endpoints"],
  ])("refuses %j", async (flags, code, word) => {
    const done = await fabriclab("compare", "--fabric", await tree(), ...flags);
    expect(done.code).toBe(2);
    expect(done.err).toContain(code);
    expect(done.err).toContain(word);
  });

  it("refuses a list that names what is not there, with the line", async () => {
    const file = folder.write("bad.txt", "SW<0,0>\n0x1234\n");
    const done = await fabriclab(
      ...["compare", "--fabric", await tree(), "--compute", file],
    );
    expect(done.code).toBe(2);
    expect(done.err).toContain("E_CLI_UNKNOWN_ENDPOINT");
    expect(done.err).toContain(`${file}:1`);
  });

  it("refuses standard input, which cannot be read twice", async () => {
    const done = await fabriclab("compare", "--fabric", "-");
    expect(done.code).toBe(2);
    expect(done.err).toContain("E_CLI_USAGE");
  });

  it("tries the routings of all --engines", async () => {
    const { report } = await compare(
      ...["--fabric", await tree(), "--engines", "minhop", "--engines", "sssp"],
    );
    expect(new Set(report.rows.map(({ engine }) => engine))).toEqual(
      new Set(["minhop", "sssp"]),
    );
  });

  it.each(["compare", "fail"])(
    "refuses a list that is a pipe, which the second thread would find empty: %s",
    async (command) => {
      const pipe = folder.at(`${command}.pipe`);
      execFileSync("mkfifo", [pipe]);
      for (const list of ["-", pipe]) {
        const done = await fabriclab(
          ...[command, "--fabric", await tree(), "--endpoints", list],
          ...(command === "fail"
            ? ["--routing", "minhop", "--each", "link"]
            : ["--engines", "minhop"]),
        );
        expect(done.code).toBe(2);
        expect(done.err).toContain("E_CLI_USAGE");
        expect(done.err).toContain("--endpoints");
        expect(done.err).toContain("can be read once");
      }
    },
  );
});
