import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { connect } from "../src/query/duckdb.ts";
import { fabriclab, workFolder } from "./command.ts";

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
        "--vary",
        "routing=cyclic,single-lid",
        "--saturation",
        "routing",
      ),
    ).toContain("E_SWEEP_SATURATION");
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
    const main = join(import.meta.dirname, "../src/main.ts");
    const journals = join(rough, ".work/journals");
    const kept = (): number =>
      (existsSync(join(rough, "shards"))
        ? readdirSync(join(rough, "shards")).length
        : 0) + (existsSync(journals) ? readdirSync(journals).length : 0);
    for (const [round, delay] of [0, 60, 200].entries()) {
      const before = kept();
      const child = spawn(
        process.execPath,
        [
          "--conditions=fabriclab-source",
          main,
          "sweep",
          file,
          ...flags,
          "-o",
          rough,
        ],
        { stdio: "ignore" },
      );
      const ended = once(child, "exit");
      // Killed as soon as it has kept something, or a little later.
      while (kept() <= before && child.exitCode === null)
        await new Promise((resolve) => setTimeout(resolve, 5));
      await new Promise((resolve) => setTimeout(resolve, delay));
      child.kill("SIGKILL");
      await ended;
      expect(kept(), `round ${round}`).toBeGreaterThan(0);
    }
    const again = await fabriclab("sweep", file, ...flags, "-o", rough);
    expect(again.code).toBe(0);
    expect(again.out).toMatch(/^6 points, 120 runs/);
    expect(contents(rough)).toEqual(contents(calm));
    expect(readdirSync(journals)).toEqual([]);

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
      /^experiment,point,stage,load,scheme,status,runs \[runs\],latency \[ns\],latency_ci95 \[ns\]/,
    );
    const wrong = await fabriclab("query", "SELECT lod FROM runs", calm);
    expect(wrong.code).toBe(2);
    expect(wrong.err).toMatch(/E_QUERY_SQL[^]*lod/);
  }, 120_000);

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
    expect(out).toMatch(/1 of 2 runs failed:\n {2}scheme bad, seed 1: E_/);
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
  });

  it("has nothing to read in a folder that is none of a sweep's", async () => {
    const { code, err } = await fabriclab("export", work.path);
    expect(code).toBe(2);
    expect(err).toContain("E_STORE_NO_RESULTS");
  });
});
