import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import { afterEach, beforeAll, expect, it } from "vitest";
import { fabriclab, withoutProgress, workFolder } from "./command.ts";

const work = workFolder();
const file = work.write(
  "small.yaml",
  `topology: { kind: mesh, columns: 2, rows: 2 }
routing: xy
traffic: { kind: poisson, load: 0.2, size: 256B, pattern: uniform }
measure: { warmup: 1us, maxTime: 4us }
`,
);
const path = process.env["PATH"] ?? "";
afterEach(() => {
  process.env["PATH"] = path;
});

/** A squeue that knows these jobs, whatever it is asked. */
function queueOf(...jobs: readonly number[]): void {
  const bin = work.at(`bin-${jobs.join("-")}`);
  mkdirSync(bin, { recursive: true });
  const lines = jobs.map((job) => `echo '${job} RUNNING'\n`).join("");
  writeFileSync(join(bin, "squeue"), `#!/bin/sh\n${lines}`);
  chmodSync(join(bin, "squeue"), 0o755);
  process.env["PATH"] = `${bin}${delimiter}${path}`;
}

const sweep = (folder: string, ...flags: string[]) =>
  fabriclab(
    ...["sweep", file, "--vary", "load=0.02,0.2", "--jobs", "1"],
    ...["--shard-size", "3", "-o", folder, ...flags],
  );

beforeAll(() => sweep(work.at("begun"), "--seeds", "2"));

/** A finished sweep of two seeds, with what a driver leaves behind that was interrupted. */
function left(name: string): string {
  const folder = work.at(name);
  cpSync(work.at("begun"), folder, { recursive: true });
  const slurm = join(folder, ".work", "slurm");
  mkdirSync(slurm, { recursive: true });
  writeFileSync(
    join(slurm, "order-0123456789abcdef.json"),
    '{"elements":1,"tasks":[]}',
  );
  writeFileSync(join(slurm, "fabriclab-0123456789abcdef-0.log"), "");
  return folder;
}

it("refuses more seeds that would put runs into other files while a job works on them, and changes nothing", async () => {
  const folder = left("busy");
  queueOf(41);
  const before = readdirSync(folder, { recursive: true }).sort();
  const manifest = readFileSync(join(folder, "sweep.json"), "utf8");
  const { code, err } = await sweep(folder, "--seeds", "3");
  expect(code).toBe(2);
  expect(err).toContain("E_SWEEP_BUSY");
  expect(err).toContain("job 41");
  expect(err).toContain("scancel 41");
  expect(err).toContain("--seeds 2 waits for it");
  expect(readFileSync(join(folder, "sweep.json"), "utf8")).toBe(manifest);
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual(before);
});

it("takes more seeds where no job is in the queue any more, and takes away what that one left", async () => {
  const folder = left("over");
  queueOf();
  const { code, err } = await sweep(folder, "--seeds", "3");
  expect(withoutProgress(err)).toBe(
    "the sweep is extended by seed 3: 2 runs more beside the 4 that it has\n",
  );
  expect(code).toBe(0);
  expect(existsSync(join(folder, ".work"))).toBe(false);
});

it("says so where nobody knows whether a job works on the files", async () => {
  const folder = left("silent");
  process.env["PATH"] = "/nowhere";
  const { code, err } = await sweep(folder, "--seeds", "3");
  expect(err).toContain("squeue does not answer");
  expect(code).toBe(0);
  // It may belong to a job.
  expect(existsSync(join(folder, ".work", "slurm"))).toBe(true);
});
