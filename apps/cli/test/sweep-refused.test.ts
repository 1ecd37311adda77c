import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { orNothing } from "../src/sweep/folder.ts";
import { fabriclab, workFolder } from "./command.ts";

const work = workFolder();
const file = work.write(
  "small.yaml",
  `topology: { kind: mesh, columns: 2, rows: 2 }
routing: xy
switch: relay
traffic:
  - { kind: poisson, load: 0.2, size: 256B, pattern: uniform }
metrics: [latency]
measure: { warmup: 1us, precision: 0.5, confidence: 0.95, maxTime: 20us }
`,
);
const path = process.env["PATH"];
afterEach(() => {
  process.env["PATH"] = path;
});

const swept = (...flags: string[]) =>
  fabriclab("sweep", file, "--vary", "load=0.1,0.2", ...flags);

describe("a sweep that is refused", () => {
  it("leaves no folder where there is no cluster", async () => {
    process.env["PATH"] = "/nowhere";
    const folder = work.at("cluster");
    const { code, err } = await swept("--executor", "slurm", "-o", folder);
    expect(err).toContain("E_SLURM_UNAVAILABLE");
    expect(code).toBe(2);
    expect(existsSync(folder)).toBe(false);
  });

  it("leaves nothing behind when the first run shows that there is no such metric, and names the flag", async () => {
    const folder = work.at("metric");
    const wrong = ["--metric", "nosuch", "--precision", "0.05", "-o", folder];
    const { code, err } = await swept(...wrong);
    expect(err).toMatch(/E_SWEEP_METRIC[^]*--metric nosuch/);
    expect(code).toBe(2);
    expect(existsSync(folder)).toBe(false);
    mkdirSync(folder);
    await swept(...wrong);
    expect(readdirSync(folder)).toEqual([]);
    expect((await swept("-o", folder)).code).toBe(0);
    // What is there from before stays.
    await swept(...wrong);
    expect(readdirSync(folder)).toContain("shards");
  });

  it.each([
    ["load: [0.1, 0.2]", "values to vary go below vary: vary: { load: … }"],
    ["laod: 0.1..0.2:0.1", undefined],
    ["varry: { load: [0.1, 0.2] }", "did you mean vary?"],
  ])("for its section { %s } is told %s", async (key, hint) => {
    const named = work.write(
      "section.yaml",
      `topology: { kind: mesh, columns: 2, rows: 2 }
routing: xy
traffic: { kind: poisson, load: 0.2, size: 256B }
metrics: [latency]
sweep: { ${key} }
`,
    );
    const folder = work.at("section");
    const { code, err } = await fabriclab("sweep", named, "-o", folder);
    expect(code).toBe(2);
    expect(err).toContain("error E_SPEC_UNKNOWN_PARAMETER");
    expect(/hint +(.*)/.exec(err)?.[1]).toBe(hint);
    expect(existsSync(folder)).toBe(false);
  });

  it.each([
    ["latancy <= 3us", "did you mean latency?"],
    ["latency_p98 <= 3us", "latency_p99"],
    ["latency <= 3", "such as 20ns"],
    ["latency <= 3KiB", "such as 20ns"],
    ["latency < 3us", "a result, <= or >="],
    ["latency", "a result, <= or >="],
    ["latency <= fast", "a result, <= or >="],
    ["latency_count <= 3us", "a number"],
  ])(
    "leaves nothing behind where it requires %s of its runs",
    async (required, expected) => {
      const folder = work.at("require");
      const { code, err } = await swept(
        ...["--saturation", "load", "--require", required, "-o", folder],
      );
      expect(err).toMatch(/E_SWEEP_REQUIRE/);
      expect(err).toContain(`--require ${required}`);
      expect(err).toContain(expected);
      expect(code).toBe(2);
      expect(existsSync(folder)).toBe(false);
    },
  );

  it("requires nothing without a search", async () => {
    const { code, err } = await swept("--require", "latency <= 3us");
    expect(code).toBe(2);
    expect(err).toMatch(/E_SWEEP_IDLE_KEY[^]*--require/);
  });

  it("keeps what is finished when it is no refusal that ends it, such as a full disk", async () => {
    const folder = work.at("full");
    const fails = async (isRefusal: boolean): Promise<string[]> => {
      const act = () => {
        mkdirSync(folder, { recursive: true });
        writeFileSync(join(folder, "journal"), "a finished run");
        return Promise.reject(new Error("no room"));
      };
      await expect(orNothing(folder, act, () => isRefusal)).rejects.toThrow(
        "no room",
      );
      return existsSync(folder) ? readdirSync(folder) : [];
    };
    expect(await fails(true)).toEqual([]);
    expect(existsSync(folder)).toBe(false);
    expect(await fails(false)).toEqual(["journal"]);
    // What was there before is nobody's to take away.
    expect(await fails(true)).toEqual(["journal"]);
  });

  it("takes no flags of the executor that was not asked for", async () => {
    for (const [flags, expected] of [
      [["--tasks", "3"], "--executor slurm, or no --tasks"],
      [["--sbatch=--time=1"], "--executor slurm, or no --sbatch"],
      [
        ["--executor", "slurm", "--jobs", "2"],
        "--executor local, or no --jobs",
      ],
    ] as const) {
      const { code, err } = await swept(...flags, "-o", work.at("foreign"));
      expect(err).toContain("E_CLI_OPTION_CONFLICT");
      expect(err).toContain(expected);
      expect(code).toBe(2);
    }
    expect(existsSync(work.at("foreign"))).toBe(false);
  });

  it("hands no option to sbatch that would replace its own, and writes nothing", async () => {
    // Before it asks whether there is a cluster at all.
    process.env["PATH"] = "/nowhere";
    for (const option of ["--array=1-5", "-a1-5", "--wrap=true", "-o/x"]) {
      const { code, err } = await swept(
        ...["--executor", "slurm", `--sbatch=${option}`],
        ...["-o", work.at("own")],
      );
      expect(err).toContain("E_SLURM_OWN_OPTION");
      expect(err).toMatch(/at +--sbatch\n/);
      expect(err).toMatch(new RegExp(`got +${option}\n`));
      expect(code).toBe(2);
    }
    expect(existsSync(work.at("own"))).toBe(false);
  });

  it("has the flag that is to blame as its place", async () => {
    for (const [flags, said] of [
      [["--design", "random"], /E_SWEEP_POINTS[^]*--design random/],
      [["--saturation", "size"], /E_SWEEP_SATURATION[^]*--saturation size/],
    ] as const)
      expect((await swept(...flags, "-o", work.at("place"))).err).toMatch(said);
  });

  it("takes no key that means nothing without another one, and says which", async () => {
    for (const [flags, said] of [
      [["--metric", "deadline"], "Metric means nothing without precision"],
      [["--metric", "latency"], "Metric means nothing without precision"],
      [
        ["--metric", "deadline", "--saturation", "load"],
        "the search for saturation looks at what is accepted, whatever the metric",
      ],
      [["--resolution", "0.1"], "Resolution means nothing without saturation"],
    ] as const) {
      const { code, err } = await swept(...flags, "--explain");
      expect(err).toContain("E_SWEEP_IDLE_KEY");
      expect(err).toContain(said);
      expect(err).toContain(`${flags[0]} ${flags[1]}`);
      expect(code).toBe(2);
    }
    for (const flags of [
      ["--metric", "latency", "--precision", "0.5", "--saturation", "load"],
      ["--resolution", "0.1", "--saturation", "load"],
    ])
      expect((await swept(...flags, "--explain")).code).toBe(0);
  });

  it("tells before anything runs that precision may be about no result", async () => {
    const told = async (metric: string) =>
      (await swept("--precision", "0.5", "--metric", metric, "--explain")).err;
    const wrong = await told("latancy");
    expect(wrong).toContain("precision is about latancy");
    expect(wrong).toContain("did you mean latency?");
    expect(wrong).toContain("(latency)");
    // A class of a metric's result, of which only runs know.
    for (const known of ["latency", "latency.sl3"])
      expect(await told(known)).not.toContain("precision is about");
  });

  it("says of a wrong number of points which the search for saturation plans by itself", async () => {
    const random = ["--design", "random"];
    const hint = async (...flags: string[]) =>
      /hint\s+(.*)/.exec(
        (await swept(...flags, "-o", work.at("points"))).err,
      )?.[1];
    const few = "design grid runs them all";
    const own =
      "of load two values do: the search for its saturation adds what it needs";
    const points = [...random, "--points", "9"];
    expect(await hint(...points)).toBe(few);
    expect(await hint(...points, "--saturation", "load")).toBe(
      `${few}; ${own}`,
    );
    expect(await hint(...random, "--saturation", "load")).toContain(own);
  });

  it("is refused before any run where a point would measure nothing, at the key that says so", async () => {
    const folder = work.at("nothing");
    const { code, err } = await fabriclab(
      ...["sweep", file, "--set", "measure.warmup=20us", "-o", folder],
      ...["--vary", "maxTime=30us,20us"],
    );
    expect(code).toBe(2);
    expect(err).toMatch(/E_SIM_MEASURE[^]*measure\.warmup[^]*20us/);
    expect(existsSync(folder)).toBe(false);
  });
});
