import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { fabriclab, scenario, withoutProgress, workFolder } from "./command.ts";

const folder = workFolder();
const twin = workFolder();

/** A command that must succeed. */
async function fine(...argv: string[]) {
  const outcome = await fabriclab(...argv);
  expect(outcome.code, outcome.err).toBe(0);
  return outcome;
}

describe("topology", () => {
  it("writes ibnetdiscover's format to stdout and its summary to stderr", async () => {
    const { out, err } = await fine(
      "topology",
      "fat-tree",
      "--ports",
      "4",
      "--levels",
      "3",
    );
    // 4-port 3-tree: 2·2^3 hosts, (2·3-1)·2^2 switches, 3·16 links
    expect(out.match(/^Switch\t4 /gm)).toHaveLength(20);
    expect(out.match(/^Ca\t1 /gm)).toHaveLength(16);
    expect(out).toContain('"SW<20,1>"');
    expect(out).toContain('"P(200)"');
    expect(err).toContain("20 switches, 16 hosts, 48 cables");
  });

  it("names the nodes of a mesh as the papers do", async () => {
    const { out } = await fine(
      "topology",
      "mesh",
      "--columns",
      "4",
      "--rows",
      "3",
    );
    expect(out).toContain('"N(3,2)"');
    expect(out).toContain('"H(3,2)"');
  });

  it("takes the format from the file's name", async () => {
    await fine("topology", "mesh", "-o", folder.at("a.json"));
    await fine("topology", "mesh", "-o", folder.at("a.gv"));
    await fine("topology", "mesh", "-o", folder.at("a.ibnetdiscover"));
    const text = (name: string) => readFileSync(folder.at(name), "utf8");
    expect(JSON.parse(text("a.json"))).toHaveProperty("switches");
    expect(text("a.gv")).toMatch(/^graph /);
    expect(text("a.ibnetdiscover")).toContain("switchguid=");
  });

  it("says nothing when quiet, and gives counts as JSON when asked", async () => {
    const { out, err } = await fine(
      "topology",
      "mesh",
      "--columns",
      "3",
      "--rows",
      "3",
      "-o",
      folder.at("b.topo"),
      "--quiet",
      "--json",
    );
    expect(err).toBe("");
    // 3x3 switches, a host each, 12 cables between switches and 9 to hosts
    expect(JSON.parse(out)).toMatchObject({
      switches: 9,
      hosts: 9,
      links: 21,
      format: "ibnetdiscover",
    });
  });
});

describe("route", () => {
  const topo = folder.at("tree.topo");
  const tables = folder.at("tables");

  it("writes every file of OpenSM's", async () => {
    await fine(
      "topology",
      "fat-tree",
      "--ports",
      "4",
      "--levels",
      "3",
      "-o",
      topo,
    );
    await fine(
      "route",
      "--fabric",
      topo,
      "--routing",
      "cyclic",
      "--group",
      "P(000)=P(200),P(201),P(210),P(211)",
      "-o",
      tables,
    );
    expect(readdirSync(tables).sort()).toEqual([
      "guid2lid",
      "multicast-groups.tsv",
      "opensm-lfts.dump",
      "opensm-sl2vl.dump",
      "opensm.mcfdbs",
      "path-sl.tsv",
    ]);
  });

  it("takes the lists that compare writes, and refuses those that the routing does not take", async () => {
    const roots = folder.write(
      "roots.txt",
      "SW<00,0>\nSW<01,0>\nSW<10,0>\nSW<11,0>\n",
    );
    const into = (name: string, ...flags: string[]) =>
      fabriclab(
        ...["route", "--fabric", topo, "-o", folder.at(name), "--quiet"],
        ...flags,
      );
    const byFile = await into(
      "by-file",
      ...["--routing", "updn", "--roots", roots],
    );
    const bySet = await into(
      "by-set",
      ...["--routing", "updn", "--set"],
      "roots=SW<00,0>,SW<01,0>,SW<10,0>,SW<11,0>",
    );
    expect([byFile.code, bySet.code]).toEqual([0, 0]);
    const lfts = (name: string): string =>
      readFileSync(join(folder.at(name), "opensm-lfts.dump"), "utf8");
    expect(lfts("by-file")).toBe(lfts("by-set"));
    const one = folder.write("one.txt", "SW<00,2>\n");
    const low = await into("low", "--routing", "updn", "--roots", one);
    expect(low.code).toBe(0);
    expect(lfts("low")).not.toBe(lfts("by-file"));
    const refused = await into(
      "refused",
      ...["--routing", "minhop", "--roots", roots],
    );
    expect(refused.code).toBe(2);
    expect(refused.err).toContain("E_CLI_OPTION_CONFLICT");
  });

  it("gives P(300) the aligned LIDs 52 to 55 by default and the paper's 49 to 52 on request", async () => {
    const lids = (where: string): string =>
      readFileSync(join(where, "guid2lid"), "utf8");
    // PID of P(300) is 12, LMC 2: 2^2·(12+1) aligned, 2^2·12+1 as printed in the paper
    expect(lids(tables)).toContain(" 52 55\n");
    await fine(
      "route",
      "--fabric",
      topo,
      "--routing",
      "cyclic",
      "--set",
      "variant=paper",
      "-o",
      folder.at("paper"),
    );
    expect(lids(folder.at("paper"))).toContain(" 49 52\n");
  });

  it("sets the multicast masks of the paper's example", async () => {
    const dump = readFileSync(join(tables, "opensm.mcfdbs"), "utf8");
    const names = readFileSync(topo, "utf8");
    const mask = (name: string): string => {
      const guid =
        new RegExp(`"S-([0-9a-f]{16})"\\s+# "${name}"`).exec(names)?.[1] ?? "";
      const block = dump
        .split(/\n(?=Switch )/)
        .find((text) => text.startsWith(`Switch 0x${guid}`));
      return /0xC000 : (.*)/.exec(block ?? "")?.[1]?.trim() ?? "";
    };
    // source 000 -> 200, 201, 210, 211: up by port 3 to the root 00, which sends down by port 3, then both halves
    expect(mask("SW<00,2>")).toBe("0x003");
    expect(mask("SW<00,1>")).toBe("0x003");
    expect(mask("SW<00,0>")).toBe("0x003");
    expect(mask("SW<20,1>")).toBe("0x001  0x002");
    expect(mask("SW<20,2>")).toBe("0x001  0x002");
    expect(mask("SW<21,2>")).toBe("0x001  0x002");
    expect(mask("SW<10,1>")).toBe("");
  });

  it("keeps the LIDs of a file on request", async () => {
    const { out } = await fine(
      "topology",
      "mesh",
      "--columns",
      "2",
      "--rows",
      "1",
    );
    // a subnet manager's choice: hosts 7 and 9, switches 20 and 30
    const lid: Record<string, number> = {
      "N(0,0)": 20,
      "N(1,0)": 30,
      "H(0,0)": 7,
      "H(1,0)": 9,
    };
    const configured = out
      .replace(
        /"(N\(\d,\d\))" base port 0 lid 0/g,
        (_, name: string) => `"${name}" base port 0 lid ${lid[name]}`,
      )
      .replace(/# lid 0 lmc 0 "(N\(\d,\d\))" lid 0/g, (_, name: string) => {
        const host = name === "N(0,0)" ? "H(0,0)" : "H(1,0)";
        return `# lid ${lid[host]} lmc 0 "${name}" lid ${lid[name]}`;
      });
    const file = folder.write("kept.topo", configured);
    await fine(
      "route",
      "--fabric",
      file,
      "--routing",
      "xy",
      "--lids",
      "keep",
      "-o",
      folder.at("kept"),
    );
    const rows = readFileSync(folder.at("kept/guid2lid"), "utf8").match(
      / \d+ \d+$/gm,
    );
    expect(rows).toEqual([" 7 7", " 9 9", " 20 20", " 30 30"]);
    await fine(
      "route",
      "--fabric",
      file,
      "--routing",
      "xy",
      "--lids",
      "assign",
      "-o",
      folder.at("assigned"),
    );
    expect(readFileSync(folder.at("assigned/guid2lid"), "utf8")).not.toContain(
      " 30 30",
    );
  });

  it("shares MLIDs among sources on request", async () => {
    const argv = [
      "route",
      "--fabric",
      topo,
      "--routing",
      "cyclic",
      "--group",
      "P(000),P(010),P(200)",
      "--json",
    ];
    const mlids = async (name: string, ...more: string[]): Promise<unknown> =>
      (
        JSON.parse(
          (await fine(...argv, ...more, "-o", folder.at(name))).out,
        ) as { mlids: number }
      ).mlids;
    expect(await mlids("own")).toBe(3);
    // suffixes of the sources: 00, 10 and 00
    expect(await mlids("shared", "--set", "plan=shared")).toBe(2);
    expect(await mlids("tree", "--multicast", "spanning-tree")).toBe(1);
  });

  it("reports counts as JSON", async () => {
    const { out } = await fine(
      "route",
      "--fabric",
      topo,
      "--routing",
      "single-lid",
      "-o",
      folder.at("single"),
      "--json",
    );
    // 16 hosts and 20 switches, a LID each
    expect(JSON.parse(out)).toMatchObject({
      lids: 36,
      lmc: 0,
      mlids: 0,
      lanes: 1,
    });
  });
});

describe("run", { timeout: 60_000 }, () => {
  const file = folder.write("readme.yaml", scenario);

  it("prints the result of the README's scenario as JSON", async () => {
    const { out } = await fine("run", file, "--json");
    const result = JSON.parse(out) as Record<string, unknown>;
    expect(result).toMatchObject({
      experiment: "readme",
      seed: 1,
      status: "converged",
    });
    expect(result["packets"]).toMatchObject({ dropped: 0 });
    const { injected, delivered, inFlight } = result["packets"] as Record<
      string,
      number
    >;
    expect(injected).toBe((delivered ?? 0) + (inFlight ?? 0));
    const metrics = result["metrics"] as Record<
      string,
      { value: number; unit: string; ci95: number }
    >;
    // one switch at least: 20 ns in, 100 ns routing, 20 ns out, 256 B at 4 ns
    expect(metrics["latency"]?.value).toBeGreaterThan(1164);
    expect(metrics["latency"]?.ci95).toBeLessThanOrEqual(
      0.05 * (metrics["latency"]?.value ?? 0),
    );
    expect(metrics["throughput"]?.value).toBeCloseTo(0.3, 1);
    for (const key of ["simulatedPs", "events", "packetHops", "wallSeconds"]) {
      expect(result[key]).toBeGreaterThan(0);
    }
  });

  it("tells the confidence of the intervals", async () => {
    const at = async (...flags: string[]) => {
      const { out } = await fine("run", file, "--json", ...flags);
      return JSON.parse(out) as {
        confidence: number;
        metrics: { latency: { ci95: number } };
      };
    };
    const usual = await at();
    const sure = await at(
      "--set",
      "confidence=0.999",
      "--set",
      "precision=0.5",
    );
    expect(usual.confidence).toBe(0.95);
    expect(sure.confidence).toBe(0.999);
    expect(sure.metrics.latency.ci95).toBeGreaterThan(0);
    const { out } = await fine("run", file, "--set", "confidence=0.999");
    expect(out).toContain("99.9 % interval");
    const { out: surer } = await fine(
      ...["run", file, "--set", "confidence=0.9995", "--set", "precision=0.5"],
    );
    expect(surer).toContain("the 99.95 % confidence interval of the mean");
  });

  it("gives the same bytes again, but for the time it took", async () => {
    const without = ({ out }: { out: string }): string =>
      out.replace(/"wallSeconds": .*/, "");
    const first = without(await fine("run", file, "--json"));
    expect(without(await fine("run", file, "--json"))).toBe(first);
    expect(without(await fine("run", file, "--json", "--checked"))).toBe(first);
    expect(without(await fine("run", file, "--json", "--seed", "2"))).not.toBe(
      first,
    );
  });

  it("says that threads do not pay for a run that is over at once", async () => {
    const short = ["--set", "maxTime=1us", "--set", "warmup=0ns"];
    const { err } = await fine("run", file, ...short, "--threads", "2");
    expect(err).toMatch(/^note: starting 2 threads took [\d.]+ of [\d.]+ s/m);
    expect((await fine("run", file, ...short)).err).not.toContain("starting");
  });

  it("gives the same result on two and three threads", async () => {
    const without = ({ out }: { out: string }): string =>
      out.replace(/"wallSeconds": .*/, "");
    const one = without(await fine("run", file, "--json", "--quiet"));
    expect(
      without(await fine("run", file, "--json", "--quiet", "--threads", "2")),
    ).toBe(one);
    expect(
      without(
        await fine(
          "run",
          file,
          "--json",
          "--quiet",
          "--threads",
          "3",
          "--checked",
        ),
      ),
    ).toBe(one);
  });

  it("says what is wrong when a thread cannot make the experiment", async () => {
    const plugin = folder.write(
      "second.mjs",
      `import { isMainThread } from "node:worker_threads";
if (!isMainThread) throw new Error("not in a thread");
export const nothing = { spec: "1", kind: "metric", name: "nothing", summary: "", cites: [], params: { safeParse() {} }, claims: {} };
`,
    );
    const { code, err } = await fabriclab(
      "--plugin",
      plugin,
      "run",
      file,
      "--threads",
      "2",
    );
    expect(code).toBe(2);
    expect(err).toContain("E_CLI_PLUGIN_FAILED");
    expect(err).toContain("not in a thread");
  });

  it("prints a table for people", async () => {
    const { out, err } = await fine("run", file);
    expect(out).toContain(
      "readme on fat-tree 8 ports 3 levels (80 switches, 128 hosts)",
    );
    expect(out).toMatch(/^latency +[\d.]+ us +± [\d.]+ us +p50 /m);
    expect(out).toMatch(/packet-hops\/s/);
    expect(withoutProgress(err)).toBe("");
  });

  it("names the busiest channels", async () => {
    const { out } = await fine("run", file, "--set", "metrics=link-load");
    expect(out).toMatch(
      /^link-load\.max +[\d.]+ +(± [\d.]+ +)?\S+:\d+ 0\.\d+ {2}/m,
    );
  });

  it("says plainly that a run is saturated, and prints no mean latency", async () => {
    const { out } = await fine("run", file, "--set", "load=0.95");
    expect(out).toMatch(/^saturated: /m);
    expect(out).toMatch(/^latency +- /m);
    const json = JSON.parse(
      (await fine("run", file, "--set", "load=0.95", "--json")).out,
    ) as {
      metrics: Record<string, { value: number | null; absent?: string }>;
    };
    expect(json.metrics["latency"]?.value).toBeNull();
    expect(json.metrics["latency"]?.absent).toContain("saturated");
  });

  it("takes several seeds together", async () => {
    const { out } = await fine("run", file, "--seeds", "3", "--json");
    const result = JSON.parse(out) as {
      seeds: number[];
      runs: unknown[];
      metrics: Record<string, { ci95: number }>;
    };
    expect(result.seeds).toEqual([1, 2, 3]);
    expect(result.runs).toHaveLength(3);
    expect(result.metrics["latency"]?.ci95).toBeGreaterThan(0);
  });

  it("runs on a fabric from a file, named in the scenario relative to it, or on the command line", async () => {
    await fine(
      "topology",
      "fat-tree",
      "--ports",
      "4",
      "--levels",
      "2",
      "-o",
      folder.at("small.topo"),
    );
    const here = folder.write(
      "here.yaml",
      scenario.replace(
        /topology: .*/,
        "topology: { kind: file, path: small.topo }",
      ),
    );
    expect((await fine("run", here)).out).toContain("(6 switches, 8 hosts)");
    expect(
      (await fine("run", file, "--fabric", folder.at("small.topo"))).out,
    ).toContain("(6 switches, 8 hosts)");
  });

  it("runs on tables from a folder instead of computing them", async () => {
    const [net, tables] = [folder.at("dumped.topo"), folder.at("dumped")];
    await fine("topology", "mesh", "--columns", "3", "--rows", "2", "-o", net);
    await fine("route", "--fabric", net, "--routing", "xy", "-o", tables);
    const text = scenario.replace(/topology: .*/, "TOPOLOGY");
    expect(text).toMatch(/^routing: .*$/m);
    const dump = text
      .replace(/^(routing|addressing): .*$/gm, "")
      .replace("TOPOLOGY", "topology: { kind: file, path: dumped.topo }");
    const rest = dump.replace(/^multicast: .*$/gm, "");
    const read = folder.write(
      "dump.yaml",
      `${rest}tables: { kind: dump, path: dumped }\n`,
    );
    const made = folder.write("made.yaml", `${rest}routing: xy\n`);
    const result = async (scenarioFile: string) => {
      const { metrics, packets } = JSON.parse(
        (await fine("run", scenarioFile, "--json")).out,
      ) as { metrics: unknown; packets: unknown };
      return { metrics, packets };
    };
    expect(await result(read)).toEqual(await result(made));
    expect(
      JSON.parse((await fine("run", read, "--explain", "--json")).out),
    ).toMatchObject({
      tables: { plugin: "dump", options: { path: "dumped" } },
    });

    const gone = folder.write(
      "gone.yaml",
      `${rest}tables: { kind: dump, path: gone }\n`,
    );
    const { code, err } = await fabriclab("run", gone);
    expect(code).toBe(2);
    expect(err).toContain("E_CLI_TABLES_FOLDER");
    expect(err).toMatch(/gone\.yaml:\d+:\d+/);
  });

  it("writes its result to a file, too", async () => {
    const output = folder.at("result.json");
    await fine("run", file, "-o", output);
    expect(JSON.parse(readFileSync(output, "utf8"))).toMatchObject({
      status: "converged",
    });
  });

  it("prints the composed experiment instead of running it", async () => {
    const { out } = await fine("run", file, "--explain", "--json");
    expect(JSON.parse(out)).toMatchObject({
      tables: { routing: { plugin: "cyclic" }, unicast: { plugin: "linear" } },
      switch: { plugin: "relay", options: { virtualLanes: 1 } },
      hca: { plugin: "injector" },
      // every delay is a multiple of 4 ns: 4 ns a byte, 20 ns, 100 ns
      composed: { tickPs: 4000, hosts: 128, lids: { lmc: 4 } },
    });
    expect((await fine("run", file, "--explain")).out).toMatch(
      /^routing|^tables:/m,
    );
  });

  it("runs multicast operations", async () => {
    const text = scenario
      .replace(
        /\{ kind: poisson.*\}/,
        "{ kind: multicast-operation, sources: 1, group: 100%, size: 2KiB }",
      )
      .replace("[latency, throughput]", "[completion]");
    const { out } = await fine(
      "run",
      folder.write("operation.yaml", text),
      "--json",
    );
    expect(JSON.parse(out)).toMatchObject({
      status: "finished",
      packets: { injected: 1, delivered: 127, inFlight: 0 },
    });
  });

  it("finds a deadlock, prints who waits for whom, and ends with 1", async () => {
    const torus = scenario
      .replace(
        /topology: .*/,
        "topology: { kind: mesh, columns: 4, rows: 4, wrap: true }",
      )
      .replace(/addressing: .*\n/, "")
      .replace("routing: cyclic", "routing: clockwise")
      .replace("load: 0.3", "load: 1");
    const plugin = join(import.meta.dirname, "clockwise.ts");
    const argv = ["--plugin", plugin, "run", folder.write("torus.yaml", torus)];
    const { code, out } = await fabriclab(...argv);
    expect(code).toBe(1);
    expect(out).toMatch(/^deadlocked: /m);
    const holds = [
      ...out.matchAll(
        /^ {2}(N\(\d,\d\):\d+ VL0\S*(?: output)?) +packet \d+ +H\(\d,\d\) -> H\(\d,\d\) +waits for (N\(\d,\d\):\d+ VL0(?: output)?)$/gm,
      ),
    ];
    expect(holds.length).toBeGreaterThan(2);
    // a cycle: every packet waits for the place of the next, the last for that of the first
    holds.forEach(([, , waitsFor], i) => {
      expect(waitsFor).toBe(holds[(i + 1) % holds.length]?.[1]);
    });
    // a cycle that crosses the border between two threads is the same cycle
    const untimed = (text: string): string => text.replace(/^cost .*$/m, "");
    const two = await fabriclab(...argv, "--threads", "2");
    expect(untimed(two.out)).toBe(untimed(out));
  });
});

describe("list and explain", () => {
  it("list every family, or one", async () => {
    const all = JSON.parse((await fine("list", "--json")).out) as {
      family: string;
      name: string;
    }[];
    const names = (family: string) =>
      all.filter((plugin) => plugin.family === family).map(({ name }) => name);
    expect(names("topology")).toEqual(
      expect.arrayContaining(["fat-tree", "irregular", "mesh", "file"]),
    );
    expect(names("routing")).toEqual(
      expect.arrayContaining(["cyclic", "single-lid", "xy"]),
    );
    expect(names("metric")).toContain("link-load");
    const one = JSON.parse(
      (await fine("list", "routing", "--json")).out,
    ) as unknown[];
    expect(one).toHaveLength(names("routing").length);
  });

  it("take a family by the title that they print, however it is spelled", async () => {
    const { out } = await fine("list", "pattern");
    for (const title of ["traffic pattern", "traffic-pattern"])
      expect((await fine("list", title)).out).toBe(out);
  });

  it("show a plugin's parameters, claims and sources", async () => {
    const { out } = await fine("list", "addressing", "multiple-lid");
    expect(out).toMatch(/variant +iba \| paper +iba/);
    expect(out).toContain("zhou2007");
    expect((await fine("explain", "multiple-lid")).out).toBe(out);
  });

  it("say once of all claims that formulas make what such a claim is", async () => {
    const { out } = await fine("list", "topology", "mesh");
    expect(out).toMatch(/^ {2}switches, hosts, links, diameter +by formulas/m);
    expect(out).toMatch(/^ {2}sizes +the parameters/m);
    expect(out.match(/formula/g)).toHaveLength(1);
  });

  it("explain an error code", async () => {
    const { out } = await fine("explain", "E_MULTIPLE_LID_OVERFLOW");
    expect((await fine("explain", "e_multiple_lid_overflow")).out).toBe(out);
    expect(out).toContain("49151");
    expect(out).toContain("Mend it:");
  });

  it("explain an error code of a plugin that the user names", async () => {
    const plugin = join(import.meta.dirname, "clockwise.ts");
    const { out } = await fine(
      "--plugin",
      plugin,
      "explain",
      "E_CLOCKWISE_TIRED",
    );
    expect(out).toContain("Rest.");
  });

  it("show the plugins of a package whose folder the user names", async () => {
    twin.write(
      "package.json",
      JSON.stringify({
        name: "@someone/twin",
        type: "module",
        exports: "./main.js",
      }),
    );
    const clockwise = join(import.meta.dirname, "clockwise.ts");
    twin.write(
      "main.js",
      `export * from ${JSON.stringify(pathToFileURL(clockwise).href)};`,
    );
    const { out } = await fine(
      "--plugin",
      twin.path,
      "list",
      "routing",
      "clockwise",
    );
    expect(out).toContain("clockwise (routing)");
  });

  it("show the plugins of a module that the user names", async () => {
    const plugin = join(import.meta.dirname, "clockwise.ts");
    const { out } = await fine("--plugin", plugin, "list", "routing", "--json");
    expect(JSON.parse(out)).toContainEqual(
      expect.objectContaining({ name: "clockwise" }),
    );
    expect((await fine("list", "routing", "--json")).out).not.toContain(
      "clockwise",
    );
  });
});

describe("schema", () => {
  it("is the published one", async () => {
    const published = join(
      import.meta.dirname,
      "../../docs/scenario.schema.json",
    );
    const { out } = await fine("schema");
    expect(
      readFileSync(published, "utf8"),
      "run `pnpm fabriclab schema -o apps/docs/scenario.schema.json`",
    ).toBe(out);
  });
});

describe("help", () => {
  const commands = [
    "topology",
    "route",
    "run",
    "reproduce",
    "list",
    "explain",
    "schema",
  ];

  it.each(commands)("of %s has examples and exit codes", async (command) => {
    const { out } = await fine(command, "--help");
    expect(out).toContain("Examples:\n  $ fabriclab");
    expect(out).toContain("Exit codes:");
    expect(out).toContain("--json");
  });

  it("of a topology lists its parameters with type, default and meaning", async () => {
    const { out } = await fine("topology", "fat-tree", "--help");
    expect(out).toMatch(
      /--ports <integer> +Ports of every switch \(m\); even \(integer, ≥ 2, ≤ 254;\s+default: 8\)/,
    );
  });

  it("is printed on stderr, with exit code 2, where nothing is asked", async () => {
    const { code, out, err } = await fabriclab();
    expect(code).toBe(2);
    expect(out).toBe("");
    for (const command of commands) expect(err).toContain(command);
  });

  it("leaves no file behind", () => {
    expect(
      readdirSync(folder.path).filter((name) => name.includes(".part")),
    ).toEqual([]);
    expect(existsSync(folder.at("tables"))).toBe(true);
  });
});

describe("a flag that is given twice", () => {
  it("is said to have no effect the first time, unless it says the same", async () => {
    const make = async (...flags: string[]) =>
      (await fabriclab("topology", "fat-tree", "--levels", "2", ...flags)).err;
    const said = "note: --ports 8 has no effect: a later --ports replaces it";
    expect(await make("--ports", "8", "--ports", "4")).toContain(said);
    expect(await make("--ports", "4", "--ports", "4")).not.toContain("note:");
    expect(
      await make("--ports", "4", "--remove", "P(00)", "--remove", "P(01)"),
    ).not.toContain("note:");
    expect(await make("--ports", "8", "--ports", "4", "--quiet")).not.toContain(
      "note:",
    );
  });

  it("is said to, too, where its value is checked as it is read", async () => {
    const net = folder.at("twice.topo");
    await fabriclab(
      ...["topology", "fat-tree", "--ports", "4", "--levels", "2", "-o", net],
    );
    const fail = ["fail", "--fabric", net, "--routing", "updn"];
    const { out, err } = await fabriclab(
      ...[...fail, "--samples", "2", "--each", "switch", "--each", "link"],
    );
    expect(withoutProgress(err)).toBe(
      "note: --each switch has no effect: a later --each replaces it\n",
    );
    // Four leaves, each with a cable to either of two roots.
    expect(out.match(/^SW\S+ - SW\S+ /gm)).toHaveLength(8);
    const listed = await fabriclab(
      ...["topology", "fat-tree", "--quirks", "crlf", "--quirks", "planes"],
    );
    expect(listed.err).not.toContain("no effect");
  });
});
