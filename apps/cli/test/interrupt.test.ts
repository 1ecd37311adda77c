import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { fabriclab, nodeArguments, pressCtrlC, workFolder } from "./command.ts";

const folder = workFolder();
// Endless: without a cap on packets and time this run would last for hours.
const endless = folder.write(
  "endless.yaml",
  `topology: { kind: fat-tree, ports: 4, levels: 2 }
routing: minhop
traffic: { kind: poisson, load: 0.2, size: 256B }
metrics: [latency]
measure: { warmup: 1us, precision: 0.0000001, maxTime: 1000s, maxPackets: 1000000000000 }
`,
);

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command in a process of its own and sends it SIGINT when it has printed progress. */
async function interrupted(...argv: string[]): Promise<Ended> {
  const child = spawn(
    process.execPath,
    nodeArguments("run", endless, ...argv),
    { cwd: folder.path },
  );
  let out = "";
  let err = "";
  child.stdout.on("data", (data: Buffer) => (out += data.toString()));
  child.stderr.on("data", (data: Buffer) => {
    const before = err.length;
    err += data.toString();
    if (before === 0 && err.includes("elapsed")) child.kill("SIGINT");
  });
  return await new Promise((resolve) => {
    child.on("close", (code, signal) => resolve({ code, signal, out, err }));
  });
}

describe("Ctrl-C while modules load", () => {
  it("ends the process with 130 and a word", async () => {
    const plugin = folder.write(
      "slow.mjs",
      `process.kill(process.pid, "SIGINT");
await new Promise((resolve) => setTimeout(resolve, 60_000));
`,
    );
    const output = folder.at("never");
    const child = spawn(
      process.execPath,
      nodeArguments("--plugin", plugin, ...["sweep", endless, "-o", output]),
      { cwd: folder.path },
    );
    let err = "";
    child.stderr.on("data", (data: Buffer) => (err += data.toString()));
    const ended = await new Promise((resolve) => {
      child.on("close", (code, signal) => resolve({ code, signal }));
    });
    expect(ended).toEqual({ code: 130, signal: null });
    expect(err).toBe("interrupted before anything was begun\n");
    expect(existsSync(output)).toBe(false);
  });
});

describe("Ctrl-C while a sweep makes the fabrics that its folder keeps", () => {
  it("is heard when one of them is done", async () => {
    const scenario = folder.write(
      "pressing.yaml",
      `topology: { kind: pressing, rows: 1 }
routing: xy
traffic: { kind: poisson, load: 0.2, size: 256B }
metrics: [latency]
`,
    );
    const plugin = fileURLToPath(new URL("pressing.ts", import.meta.url));
    const output = folder.at("pressed");
    const child = spawn(
      process.execPath,
      nodeArguments(
        "--plugin",
        plugin,
        ...["sweep", scenario, "--vary", "columns=2,3,4", "-o", output],
      ),
      { cwd: folder.path },
    );
    let err = "";
    child.stderr.on("data", (data: Buffer) => (err += data.toString()));
    child.stdout.resume();
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect(err).toContain("interrupted before any run was begun\n");
    expect(code).toBe(130);
    const kept = readdirSync(join(output, "fabrics"));
    expect(kept).toHaveLength(1);
    expect(kept).not.toContain("index.json");
  });
});

describe("Ctrl-C while a module keeps the process busy", () => {
  it.each([
    [["list"], "interrupted before anything was begun\n"],
    [
      ["sweep", endless, "--vary", "load=0.1", "-o", folder.at("none")],
      "interrupted before anything was begun\n",
    ],
  ])("is heard when it is done: %j", async (argv, said) => {
    const plugin = folder.write(
      "busy.ts",
      `export { leastUsed } from ${JSON.stringify(new URL("least-used.ts", import.meta.url).href)};
process.kill(process.pid, "SIGINT");
// The system hands the signal over meanwhile; what is computed matters to nobody.
for (const until = performance.now() + 100; performance.now() < until;);
`,
    );
    const child = spawn(
      process.execPath,
      nodeArguments("--plugin", plugin, ...argv),
      { cwd: folder.path },
    );
    let err = "";
    child.stderr.on("data", (data: Buffer) => (err += data.toString()));
    child.stdout.resume();
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect(err).toBe(said);
    expect(code).toBe(130);
  });
});

describe("Ctrl-C while sbatch submits", () => {
  it("ends with 130, and says that the job may be there and how to look for it", async () => {
    const programs = folder.at("programs");
    const begun = folder.at("begun");
    mkdirSync(programs);
    for (const [name, line] of [
      ["scontrol", "echo MaxArraySize = 1001"],
      ["squeue", "exit 0"],
      ["sbatch", `touch '${begun}'; exec sleep 60`],
    ] as const)
      writeFileSync(join(programs, name), `#!/bin/sh\n${line}\n`, {
        mode: 0o755,
      });
    const child = spawn(
      process.execPath,
      nodeArguments(
        ...["sweep", endless, "--vary", "load=0.1,0.2"],
        ...["-o", folder.at("submitted"), "--executor", "slurm"],
      ),
      {
        cwd: folder.path,
        // A group of its own, all of which hears Ctrl-C, as at a terminal.
        detached: true,
        env: { ...process.env, PATH: `${programs}:${process.env["PATH"]}` },
      },
    );
    let err = "";
    child.stderr.on("data", (data: Buffer) => (err += data.toString()));
    child.stdout.resume();
    const ended = new Promise((resolve) => child.on("close", resolve));
    await expect.poll(() => existsSync(begun), { timeout: 60_000 }).toBe(true);
    process.kill(-child.pid!, "SIGINT");
    expect(await ended).toBe(130);
    expect(err).not.toContain("E_SLURM");
    expect(err).toMatch(
      /the job may have been accepted or not; `squeue --name=fabriclab-[0-9a-f]{16}` .*`sacct --name=/,
    );
    expect(err).toContain("the same command goes on from there");
  });
});

describe("Ctrl-C in `run`", () => {
  it("ends the process with 130, says how far it was, and leaves what stood in the output's place", async () => {
    const before = "the result of yesterday\n";
    const output = folder.write("result.json", before);
    const files = readdirSync(folder.path);
    const { code, signal, out, err } = await interrupted("-o", output);
    expect({ code, signal, out }).toEqual({ code: 130, signal: null, out: "" });
    expect(err).toMatch(
      /^interrupted after [\d.]+ [mun]?s of simulated time and [1-9]\d* deliveries: there is no result, and .*result\.json is not written$/m,
    );
    expect(readFileSync(output, "utf8")).toBe(before);
    expect(readdirSync(folder.path)).toEqual(files);
  });

  it("ends replications one after the other, too", async () => {
    const output = folder.at("none.json");
    pressCtrlC();
    const { code, err } = await fabriclab(
      ...["run", endless, "-o", output, "--seeds", "2", "--jobs", "1"],
    );
    expect(code).toBe(130);
    expect(err).toContain("none.json is not written");
    expect(existsSync(output)).toBe(false);
  });
});

describe("a signal while tables are made, before anything is simulated", () => {
  const slow = folder.write(
    "slow.yaml",
    readFileSync(endless, "utf8").replace("minhop", "slow-tables"),
  );
  it.each([
    ["SIGINT", ["run", slow, "-o", folder.at("never.json")]],
    ["SIGTERM", ["run", slow, "--threads", "1"]],
    ["SIGINT", ["sweep", slow, "--vary", "load=0.1", "-o", folder.at("never")]],
  ] as const)("%s ends the process at once: %j", async (signal, argv) => {
    const plugin = new URL("slow-tables.ts", import.meta.url);
    const child = spawn(
      process.execPath,
      nodeArguments("--plugin", fileURLToPath(plugin), ...argv),
      { cwd: folder.path },
    );
    let sent = 0;
    child.stderr.on("data", (data: Buffer) => {
      if (sent > 0 || !data.toString().includes("tables begun")) return;
      sent = performance.now();
      child.kill(signal);
    });
    child.stdout.resume();
    const ended = await new Promise((resolve) =>
      child.on("close", (code, by) => resolve([code, by])),
    );
    expect(ended).toEqual([null, signal]);
    // The tables would have taken a minute.
    expect(performance.now() - sent).toBeLessThan(20_000);
    expect(readdirSync(folder.path)).not.toContain("never.json");
    expect(readdirSync(folder.path)).not.toContain("never");
  });
});

describe("a signal while `route` writes tables", () => {
  it.each(["SIGINT", "SIGTERM"] as const)(
    "ends the process with 130 and leaves no trace of them: %s",
    async (signal) => {
      const here = folder.at(`writing-${signal}`);
      mkdirSync(here);
      const net = folder.at("large.topo");
      await fabriclab(
        ...["topology", "fat-tree", "--ports", "16", "--levels", "3"],
        ...["-o", net],
      );
      const child = spawn(
        process.execPath,
        nodeArguments(
          ...["route", "--fabric", net, "--routing", "minhop"],
          ...["-o", "tables"],
        ),
        { cwd: here },
      );
      let err = "";
      child.stderr.on("data", (data: Buffer) => (err += data.toString()));
      child.stdout.resume();
      const ended = new Promise((resolve) => child.on("close", resolve));
      await expect
        .poll(() => readdirSync(here), { timeout: 60_000, interval: 1 })
        .toEqual([expect.stringMatching(/^\.tables\.[0-9a-f-]{36}\.part$/)]);
      child.kill(signal);
      expect(await ended).toBe(130);
      expect(err).toContain("interrupted: tables is not written");
      expect(readdirSync(here)).toEqual([]);
    },
  );
});
