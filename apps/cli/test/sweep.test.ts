import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { connect } from "../src/query/duckdb.ts";
import { fabriclab, nodeArguments, pressCtrlC, workFolder } from "./command.ts";

const work = workFolder();

const scenario = `topology: { kind: fat-tree, ports: 4, levels: 2 }
addressing: multiple-lid
routing: cyclic
link: { byteTime: 4ns, flight: 20ns }
traffic: { kind: poisson, load: 0.3, size: 256B, pattern: uniform }
measure: { warmup: 2us, maxPackets: 200 }
`;
const swept = `${scenario}sweep:
  vary:
    load: 0.1..0.3:0.1
    scheme:
      cyclic: { routing: cyclic, addressing: multiple-lid }
      single: { routing: single-lid, addressing: sequential }
`;

/** Every file of the results with its bytes; what is under way is none of them. */
const contents = (folder: string): Record<string, string> =>
  Object.fromEntries(
    ["sweep.json", "summary.json"]
      .concat(
        readdirSync(join(folder, "shards")).map((name) => `shards/${name}`),
      )
      .sort()
      .map((name) => [
        name,
        readFileSync(join(folder, name)).toString("base64"),
      ]),
  );

describe("fabriclab sweep", () => {
  it("says what it would run", async () => {
    const { code, out } = await fabriclab(
      "sweep",
      work.write("a.yaml", swept),
      "--explain",
      "--seeds",
      "2",
    );
    expect(code).toBe(0);
    expect(out).toBe(
      "a: 6 points (grid)\n  load: 0.1, 0.2, 0.3\n  scheme: cyclic, single\nseeds of every point: 1 to 2; 12 runs\n",
    );
  });

  it("says what a folder holds of it, and refuses another sweep's, as it would without --explain", async () => {
    const file = work.write("held.yaml", scenario);
    const folder = work.at("held");
    const flags = ["sweep", file, "-o", folder, "--vary"];
    const loads = ["load=0.1,0.2", "load=0.1,0.2,0.3"] as const;
    await fabriclab(...flags, loads[0]);
    const before = contents(folder);
    const same = await fabriclab(...flags, loads[0], "--explain");
    expect(same.out).toMatch(/; 2 runs\n.*held holds 2 of them\n$/);
    const more = await fabriclab(...flags, loads[1], "--explain");
    expect(more.out).toMatch(/; 3 runs\n.*held holds 2 of them\n$/);
    expect(more.err).toContain("the sweep is extended by load 0.3");
    const other = await fabriclab(...flags, "virtualLanes=1,2", "--explain");
    expect(other.code).toBe(2);
    expect(other.err).toContain("E_SWEEP_OTHER");
    expect(contents(folder)).toEqual(before);
  }, 60_000);

  it("takes values from the command line, in place of the file's", async () => {
    const file = work.write("a.yaml", swept);
    const { out } = await fabriclab(
      "sweep",
      file,
      "--set",
      "load=0.2..0.4:0.2",
      "--vary",
      "virtualLanes=1,2",
      "--design",
      "one-at-a-time",
      "--explain",
    );
    expect(out).toContain("4 points (one-at-a-time)");
    expect(out).toContain("load: 0.2, 0.4\n");
    expect(out).toContain("virtualLanes: 1, 2\n");
  });

  it("says which options have no effect, at all points or at some, and at which line", async () => {
    const traffic = "traffic: { kind: poisson,";
    const file = work.write(
      "idle.yaml",
      scenario.replace(traffic, `${traffic} slChoice: random,`),
    );
    const said = async (...flags: string[]): Promise<string> => {
      const { code, err } = await fabriclab(
        "sweep",
        file,
        "--explain",
        ...flags,
      );
      expect(code).toBe(0);
      return err;
    };
    const note = `traffic[0].slChoice (${file}:5) has no effect: there are not several service levels in \`sl\`\n`;
    expect(await said("--vary", "load=0.1,0.2")).toBe(`note: ${note}`);
    expect(await said("--vary", "sl=[0, [0, 1]]")).toBe(
      `note: at 1 of 2 points, ${note}`,
    );
    expect(await said("--vary", "load=0.1,0.2", "--set", "sl=[0, 1]")).toBe("");
    expect(
      await said(
        "--vary",
        "load=0.1,0.2",
        "--set",
        "sl=[0, 1]",
        "--set",
        "drop=hll",
      ),
    ).toContain("note: drop has no effect: no traffic has");
    // What is varied is set after all that is set once.
    const replaced =
      "--set load=0.3 has no effect: a later value of traffic[0].load replaces it\n";
    expect(await said("--vary", "load=0.1,0.2", "--set", "load=0.3")).toContain(
      `note: ${replaced}`,
    );
    expect(
      await said(
        ...["--vary", "x={ a: { load: 0.1 }, b: { size: 512B } }"],
        ...["--set", "load=0.3"],
      ),
    ).toContain(`note: at 1 of 2 points, ${replaced}`);
    // Of one lane nothing is to be said; the first point has one.
    expect(await said("--vary", "virtualLanes=1,2")).toContain(
      "note: at virtualLanes=2: all packets are on VL 0 of the 2 of relay",
    );
  });

  it("refuses what cannot be swept, at its line", async () => {
    const refusal = async (text: string, ...flags: string[]) => {
      const { code, err } = await fabriclab(
        "sweep",
        work.write("bad.yaml", text),
        "-o",
        work.at("never"),
        ...flags,
      );
      expect(code).toBe(2);
      expect(existsSync(work.at("never"))).toBe(false);
      return err;
    };
    expect(
      await refusal(`${scenario}sweep: { vary: { load: 0.9..0.1:0.1 } }\n`),
    ).toMatch(/E_SCENARIO_SWEEP[^]*bad\.yaml:7/);
    expect(
      await refusal(`${scenario}sweep: { vary: { load: [] } }\n`),
    ).toContain("E_SCENARIO_SWEEP");
    expect(
      await refusal(`${scenario}sweep: { vray: { load: [0.1] } }\n`),
    ).toMatch(/E_SPEC_UNKNOWN_PARAMETER[^]*did you mean vary/i);
    expect(
      await refusal(`${scenario}sweep: { vary: { laod: [0.1] } }\n`),
    ).toMatch(/E_SCENARIO_UNKNOWN_KEY[^]*load/);
    expect(
      await refusal(`${scenario}sweep:\n  vary:\n    size: [256B, banana]\n`),
    ).toMatch(/bad\.yaml:9/);
    expect(
      await refusal(scenario, "--vary", "load=0.1,0.2", "--points", "5"),
    ).toContain("E_SWEEP_IDLE_KEY");
    expect(
      await refusal(
        scenario,
        ...["--vary", "load=0.1..0.3:0.001", "--seeds", "10000"],
      ),
    ).toMatch(/E_SWEEP_POINTS[^]*201 points of 10000 seeds each/);
    expect(
      await refusal(
        scenario,
        "--vary",
        "routing=cyclic,single-lid",
        "--saturation",
        "routing",
      ),
    ).toContain("E_SWEEP_SATURATION");
    // Places are what was typed, or the line.
    for (const [typed, code] of [
      ["load=0.1..0.9", "E_SWEEP_FACTOR"],
      ["seed=1,2", "E_SWEEP_FACTOR"],
      ["lod=0.1,0.9", "E_SCENARIO_UNKNOWN_KEY"],
      ["load=0.1..0.75:0.2", "E_SCENARIO_SWEEP"],
    ] as const) {
      const err = await refusal(scenario, "--vary", typed);
      expect(err).toContain(code);
      expect(err).toMatch(
        new RegExp(`--vary ${typed.replaceAll(".", "[.]")}$`, "m"),
      );
    }
    expect(
      await refusal(`${scenario}sweep:\n  vary:\n    load: 0.1..0.9\n`),
    ).toMatch(/E_SWEEP_FACTOR[^]*bad\.yaml:9/);
    // The later factor would set every point's load, and the results name the earlier one's.
    for (const [one, other] of [
      ["load=0.1,0.2", "load=0.3"],
      ["load=0.1,0.2", "traffic[0].load=0.3"],
      ["traffic.0.load=0.1,0.2", "load=0.3"],
      ["traffic[0].load=0.1,0.2", "traffic.load=0.3"],
      ["traffic.poisson.load=0.1,0.2", "traffic[0].load=0.3"],
      [
        "topology.ports=4,8",
        "topology=[{ kind: fat-tree, ports: 4, levels: 2 }]",
      ],
    ] as const)
      expect(await refusal(scenario, "--vary", one, "--vary", other)).toMatch(
        /E_SWEEP_FACTOR: Two factors set (load|traffic\[0\]\.load|topology)\./,
      );
  });

  it("lets no scenario's name lead out of the folder of results", async () => {
    for (const name of ["../../evil", "/etc/evil", ".ssh", "a/b"]) {
      const file = work.write("name.yaml", `name: ${name}\n${swept}`);
      const { code, err } = await fabriclab("sweep", file);
      expect(code).toBe(2);
      expect(err).toContain("E_SWEEP_NAME");
    }
  });

  it("tells `run` of a scenario with a section sweep where it belongs", async () => {
    const { code, err } = await fabriclab("run", work.write("a.yaml", swept));
    expect(code).toBe(2);
    expect(err).toMatch(/E_SCENARIO_UNKNOWN_KEY[^]*fabriclab sweep/);
  });

  it("killed anywhere and run again, ends with the bytes of a sweep that nobody disturbed; answers in SQL and CSV", async () => {
    const file = work.write("a.yaml", swept);
    const flags = ["--seeds", "20", "--shard-size", "10", "--jobs", "1"];
    const calm = work.at("calm");
    const { code, out } = await fabriclab("sweep", file, ...flags, "-o", calm);
    expect(code).toBe(0);
    expect(out).toMatch(/^6 points, 120 runs: /);

    const rough = work.at("rough");
    const journals = join(rough, ".work/journals");
    const kept = (): number =>
      (existsSync(join(rough, "shards"))
        ? readdirSync(join(rough, "shards")).length
        : 0) + (existsSync(journals) ? readdirSync(journals).length : 0);
    for (const [round, [signal, delay]] of (
      [
        ["SIGKILL", 0],
        ["SIGKILL", 60],
        ["SIGTERM", 200],
      ] as const
    ).entries()) {
      const before = kept();
      const child = spawn(
        process.execPath,
        nodeArguments("sweep", file, ...flags, "-o", rough),
        { stdio: "ignore" },
      );
      const ended = once(child, "exit");
      // Killed as soon as it has kept something, or a little later.
      while (kept() <= before && child.exitCode === null)
        await new Promise((resolve) => setTimeout(resolve, 5));
      await new Promise((resolve) => setTimeout(resolve, delay));
      child.kill(signal);
      await ended;
      expect(kept(), `round ${round}`).toBeGreaterThan(0);
    }
    const again = await fabriclab("sweep", file, ...flags, "-o", rough);
    expect(again.code).toBe(0);
    expect(again.out).toMatch(/^6 points, 120 runs/);
    expect(contents(rough)).toEqual(contents(calm));
    expect(existsSync(join(rough, ".work"))).toBe(false);

    const other = await fabriclab(
      "sweep",
      file,
      ...flags,
      "--seed",
      "5",
      "-o",
      calm,
    );
    expect(other.code).toBe(2);
    expect(other.err).toContain("E_SWEEP_OTHER");

    const counted = await fabriclab(
      "query",
      "SELECT scheme, count(*) AS n, count(DISTINCT seed) AS seeds FROM runs GROUP BY ALL ORDER BY ALL",
      calm,
      "--json",
    );
    expect(JSON.parse(counted.out)).toEqual([
      { scheme: "cyclic", n: 60, seeds: 20 },
      { scheme: "single", n: 60, seeds: 20 },
    ]);
    // Common random numbers: the same packets are born whatever the routing.
    const offered = await fabriclab(
      "query",
      "SELECT count(DISTINCT packets_injected) AS different FROM runs WHERE load = 0.1 AND simulated_ps = (SELECT min(simulated_ps) FROM runs WHERE load = 0.1) GROUP BY seed HAVING count(*) = 2",
      calm,
      "--json",
    );
    for (const { different } of JSON.parse(offered.out) as {
      different: number;
    }[])
      expect(different).toBe(1);
    const csv = await fabriclab("export", calm, "--points", "--units");
    expect(csv.out.split("\r\n")).toHaveLength(8);
    expect(csv.out).toMatch(
      /^experiment,point,stage,load,scheme,status,runs \[runs\],saturated \[runs\],confidence,latency \[ns\],latency_ci95 \[ns\]/,
    );
    const swapped = await fabriclab("query", calm, "SELECT 1");
    expect(swapped.code).toBe(2);
    expect(swapped.err).toMatch(/E_QUERY_SWAPPED[^]*query 'SELECT 1'/);
    const wrong = await fabriclab("query", "SELECT lod FROM runs", calm);
    expect(wrong.code).toBe(2);
    // DuckDB's reason is the message, its advice the hint, its drawing of the query is left out.
    expect(wrong.err).toMatch(/E_QUERY_SQL: [^\n]*"lod" not found/);
    expect(wrong.err).toMatch(/^ {2}hint +\S.*load/m);
    expect(wrong.err).not.toMatch(/LINE 1|\^/);
    expect(wrong.err).toMatch(/^(error .*| {2}\S.*)(\n {2}\S.*)*\n$/);
  }, 120_000);

  it("is extended by more values: points that are there are kept, in their files", async () => {
    const folder = work.at("extended");
    const grid = (loads: string, routings: string) =>
      fabriclab(
        ...["sweep", work.write("grid.yaml", scenario), "-o", folder],
        ...["--vary", `load=${loads}`, "--vary", `routing=${routings}`],
        ...["--jobs", "1"],
      );
    const shards = () => {
      const { "summary.json": _, "sweep.json": __, ...rest } = contents(folder);
      return rest;
    };
    expect((await grid("[0.1, 0.3]", "[cyclic]")).code).toBe(0);
    const before = shards();
    const more = await grid("[0.1, 0.2, 0.3]", "[cyclic, single-lid]");
    expect(more.err).toContain(
      "the sweep is extended by load 0.2; routing single-lid: 4 points more beside the 2 that it has",
    );
    expect(more.out).toContain("6 points, 6 runs, 2 of them kept from before");
    expect(shards()).toMatchObject(before);
    const rows = await fabriclab("export", folder, "--json");
    expect(
      (
        JSON.parse(rows.out) as {
          point: number;
          load: number;
          routing: string;
        }[]
      ).map(({ point, load, routing }) => [point, load, routing]),
    ).toEqual([
      [0, 0.1, "cyclic"],
      [1, 0.3, "cyclic"],
      [2, 0.1, "single-lid"],
      [3, 0.2, "cyclic"],
      [4, 0.2, "single-lid"],
      [5, 0.3, "single-lid"],
    ]);
    // Again, and nothing is new; with fewer values it is another sweep.
    const after = contents(folder);
    const again = await grid("[0.1, 0.2, 0.3]", "[cyclic, single-lid]");
    expect(again.out).toContain("6 of them kept from before");
    expect(again.err).not.toContain("extended");
    expect(contents(folder)).toEqual(after);
    const fewer = await grid("[0.1, 0.3]", "[cyclic]");
    expect(fewer.err).toMatch(
      /E_SWEEP_OTHER[^]*a change of the values of load[^]*or more values/,
    );
    const seed = await fabriclab(
      ...["sweep", work.at("grid.yaml"), "-o", folder, "--seed", "2"],
      ...["--vary", "load=[0.1, 0.2, 0.3, 0.4]"],
      ...["--vary", "routing=[cyclic, single-lid]"],
    );
    expect(seed.err).toMatch(/E_SWEEP_OTHER[^]*a change of seed, 1 -> 2/);
    expect(contents(folder)).toEqual(after);
  }, 60_000);

  it("keeps the fabrics, so that a map is drawn without their files; says one point, one run, and that nothing is varied", async () => {
    const folder = work.at("mapped");
    const file = work.write(
      "mapped.yaml",
      `${scenario}metrics: [latency, { kind: link-load, top: 1000 }]\n`,
    );
    const swept = await fabriclab(
      ...["sweep", file, "--vary", "ports=2,4", "--seeds", "1"],
      ...["-o", folder, "--jobs", "1"],
    );
    expect(swept.code).toBe(0);
    expect(swept.out).toContain("2 points, 2 runs:");
    // An empty draft of a process that is gone, and of one that is not.
    const gone = `sweep.json.${hostname().replaceAll(/[^A-Za-z0-9-]/g, "_")}-999999999-00000000-0000-0000-0000-000000000000-0.tmp`;
    const alive = gone.replace("999999999", String(process.ppid));
    for (const name of [gone, alive]) writeFileSync(join(folder, name), "");
    await fabriclab("sweep", file, "--vary", "ports=2,4", "-o", folder);
    expect(existsSync(join(folder, gone))).toBe(false);
    expect(existsSync(join(folder, alive))).toBe(true);
    for (const [ports, switches] of [
      [2, 3],
      [4, 6],
    ] as const) {
      const drawn = await fabriclab(
        ...["plot", folder, "--kind", "map", "--where", `ports=${ports}`],
      );
      expect(drawn.code).toBe(0);
      const names = new Set(drawn.out.match(/SW&lt;\d,\d&gt;/g));
      expect(names.size).toBe(switches);
    }
    rmSync(join(folder, "fabrics"), { recursive: true });
    const bare = await fabriclab(
      ...["plot", folder, "--kind", "map", "--where", "ports=4"],
    );
    expect(bare.code).toBe(2);
    expect(bare.err).toMatch(/E_CLI_PLOT_PLACES[^]*none that was kept/);
    const one = await fabriclab("sweep", file, "--explain");
    expect(one.out).toContain(
      "1 point (grid)\nseed of every point: 1; 1 run\n",
    );
    expect(one.err).toContain("nothing is varied, so there is one point");
  }, 60_000);

  it("after Ctrl-C leaves a folder that the same command goes on with, and says so", async () => {
    const file = work.write("long.yaml", swept);
    const folder = work.at("interrupted");
    const flags = ["--seeds", "400", "--jobs", "1", "-o", folder];
    const child = spawn(
      process.execPath,
      nodeArguments("sweep", file, ...flags),
      { stdio: ["ignore", "pipe", "pipe"] },
    );
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (text: Buffer) => (said += text.toString()));
    const ended = once(child, "close");
    const shards = join(folder, "shards");
    const begun = (): boolean =>
      existsSync(shards) &&
      readdirSync(shards).some((name) => name.endsWith(".parquet"));
    while (!begun() && child.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, 5));
    child.kill("SIGINT");
    expect(await ended).toEqual([130, null]);
    expect(said).toContain(
      "interrupted: runs under way are dropped, finished ones are kept",
    );
    expect(said).toMatch(
      /(\d+ runs are finished and|1 run is finished and|what was finished is) kept in .*interrupted; the same command goes on from there: fabriclab sweep .*long\.yaml --seeds 400 --jobs 1 -o .*interrupted$/m,
    );
    expect(existsSync(join(folder, "summary.json"))).toBe(false);
    const { out } = await fabriclab("export", folder, "--json");
    expect((JSON.parse(out) as unknown[]).length).toBeGreaterThan(0);
  }, 60_000);

  it("says after Ctrl-C before the first run that nothing was begun", async () => {
    const folder = work.at("too-soon");
    pressCtrlC();
    const { code, out, err } = await fabriclab(
      ...["sweep", work.write("soon.yaml", swept), "-o", folder],
    );
    expect([code, out]).toEqual([130, ""]);
    expect(err).toContain("interrupted before any run was begun");
    expect(existsSync(join(folder, "summary.json"))).toBe(false);
    // It is no folder that the next one stumbles over.
    const next = await fabriclab("sweep", work.at("soon.yaml"), "-o", folder);
    expect(next.code).toBe(0);
  }, 60_000);

  it("lists the points whose runs deadlocked, and says so by its exit code", async () => {
    const file = work.write(
      "torus.yaml",
      `topology: { kind: mesh, columns: 5, rows: 5, wrap: true }
routing: minhop
switch: { kind: relay, inputBuffer: 1 packet }
traffic: { kind: poisson, load: 1, size: 1KiB }
metrics: latency
measure: { maxPackets: 20000 }
`,
    );
    const { code, out } = await fabriclab(
      "sweep",
      file,
      ...["--vary", "load=0.01,1", "--seeds", "2", "--jobs", "1"],
      ...["-o", work.at("torus")],
    );
    expect(code).toBe(1);
    expect(out).toMatch(
      /^2 of 4 runs deadlocked .*:\n {2}load 1: 2 of 2 seeds$/m,
    );
  }, 60_000);

  it("records a run that its routing refuses, does the rest, and says so by its exit code", async () => {
    const file = work.write(
      "mixed.yaml",
      `${scenario}sweep:\n  vary:\n    scheme:\n      good: { routing: cyclic }\n      bad: { routing: xy, addressing: sequential }\n`,
    );
    const folder = work.at("mixed");
    const { code, out } = await fabriclab(
      "sweep",
      file,
      "-o",
      folder,
      "--jobs",
      "1",
    );
    expect(code).toBe(1);
    expect(out).toMatch(
      /1 of 2 runs failed:\n {2}scheme bad, seed 1: E_\w+: .*, at SW<0,0>/,
    );
    const { out: rows } = await fabriclab("export", folder, "--json");
    expect(
      (JSON.parse(rows) as { scheme: string; status: string }[]).map(
        ({ scheme, status }) => [scheme, status === "failed"],
      ),
    ).toEqual([
      ["good", false],
      ["bad", true],
    ]);
  });

  it("says how to install DuckDB where it is not", async () => {
    await expect(
      connect(() => Promise.reject(new Error("not found"))),
    ).rejects.toMatchObject({
      code: "E_QUERY_NO_DUCKDB",
      hint: expect.stringContaining("npm install @duckdb/node-api") as string,
    });
    // The program of one file sees no installed packages: it does not even look.
    await expect(
      connect(() => Promise.reject(new Error("looked for")), true),
    ).rejects.toMatchObject({
      code: "E_QUERY_NO_DUCKDB",
      got: "fabriclab as a single file",
      hint: expect.stringMatching(
        /^read shards\/\*\.parquet with any Parquet reader/,
      ) as string,
    });
  });

  it("has nothing to read in a folder that is none of a sweep's", async () => {
    const { code, err } = await fabriclab("export", work.path);
    expect(code).toBe(2);
    expect(err).toContain("E_STORE_NO_RESULTS");
  });
});
