import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { slurmCommands } from "../src/slurm.ts";

let folder: string;
const path = process.env["PATH"];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fabriclab-sbatch-"));
  process.env["PATH"] = `${folder}:${path}`;
});
afterEach(() => {
  process.env["PATH"] = path;
  rmSync(folder, { recursive: true, force: true });
});

/** A command of that name does what the lines of shell say. */
function command(name: string, ...lines: readonly string[]): void {
  writeFileSync(join(folder, name), ["#!/bin/sh", ...lines, ""].join("\n"));
  chmodSync(join(folder, name), 0o755);
}

const submit = (seconds?: number): Promise<string> =>
  slurmCommands(seconds).submit(["--time=1", "word"], "exec true");
const failure = (code: string, got: unknown) => ({ code, got });

describe("sbatch", () => {
  it.each([
    ["a number", "echo 77", "77"],
    ["a number and the cluster's name", "echo '77;west'", "77"],
    ["a number below a greeting", "echo '2 jobs are free'; echo 77", "77"],
  ])("has submitted a job when it prints %s", async (_, line, job) => {
    command("sbatch", line);
    expect(await submit()).toBe(job);
  });

  it.each([
    ["echo hello world", '"hello world"'],
    ["echo 2 jobs are free", '"2 jobs are free"'],
    ["true", "nothing"],
    ["echo wait a minute >&2", 'nothing, and as error "wait a minute"'],
  ])("is quoted where it prints no number: %s", async (line, got) => {
    command("sbatch", line);
    await expect(submit()).rejects.toMatchObject({
      ...failure("E_SLURM_UNCERTAIN", got),
      message: expect.stringContaining(
        "no job number that is understood: the job may have been accepted or not",
      ) as string,
    });
  });

  it("refuses the job when it ends by itself with another code than 0", async () => {
    command("sbatch", "echo sbatch: error: no such partition >&2", "exit 1");
    await expect(submit()).rejects.toMatchObject(
      failure("E_SLURM_REFUSED", "sbatch: error: no such partition"),
    );
    command("sbatch", "exit 3");
    await expect(submit()).rejects.toMatchObject(
      failure("E_SLURM_REFUSED", "3"),
    );
  });

  it("has refused nothing when it was ended from outside, or did not answer in time", async () => {
    command("sbatch", "kill -INT $$", "sleep 60");
    await expect(submit()).rejects.toMatchObject(
      failure("E_SLURM_UNCERTAIN", "ended by SIGINT"),
    );
    command("sbatch", "exec sleep 60");
    await expect(submit(0.2)).rejects.toMatchObject(
      failure("E_SLURM_UNCERTAIN", "no answer within 0.2 s"),
    );
  });

  it("is told the job's script before the user's words, of which one that is no option would be taken for it", async () => {
    command(
      "sbatch",
      `printf '%s\\n' "$@" > '${join(folder, "args")}'; echo 7`,
    );
    await submit();
    expect(readFileSync(join(folder, "args"), "utf8")).toBe(
      "--parsable\n--wrap=exec true\n--time=1\nword\n",
    );
  });
});

describe("a controller", () => {
  it("that did not answer in time is told as such", async () => {
    command("scontrol", "exec sleep 60");
    await expect(slurmCommands(0.2).maxArray()).rejects.toMatchObject(
      failure("E_SLURM_UNAVAILABLE", "no answer within 0.2 s"),
    );
  });
});

describe("what keeps a job from beginning", () => {
  it.each([
    ["(PartitionDown)", "PartitionDown"],
    ["JobHeldUser\nJobHeldUser", "JobHeldUser"],
    ["launch failed requeued held", "launch failed requeued held"],
    ["PartitionTimeLimit", "PartitionTimeLimit"],
    ["Resources", undefined],
    ["Priority", undefined],
    // Some of it runs.
    ["None\nPartitionDown", undefined],
    ["", undefined],
  ])("is read from squeue's %s", async (words, reason) => {
    command("squeue", `printf '%s\\n' '${words}'`);
    expect(await slurmCommands().stuck("7")).toBe(reason);
  });
});

it("elements that were cancelled are those that squeue calls so", async () => {
  command(
    "squeue",
    "printf '0 COMPLETED\\n1 CANCELLED\\n 12 CANCELLED\\n3 TIMEOUT\\n'",
  );
  expect(await slurmCommands().cancelled("7")).toEqual([1, 12]);
});
