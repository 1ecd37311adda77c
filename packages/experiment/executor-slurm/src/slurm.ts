import { execFile } from "node:child_process";
import { FabricError } from "@fabriclab/spec";

/** What the pool asks of Slurm. Tests give another one. */
export interface Slurm {
  /** Largest number of elements of an array. @throws FabricError `E_SLURM_UNAVAILABLE` */
  maxArray(): Promise<number>;
  /** Submits an array and gives its job's number. @throws FabricError `E_SLURM_REFUSED` */
  submit(options: readonly string[], script: string): Promise<string>;
  /** Numbers of the jobs of that name that wait or run; undefined when the controller does not answer. */
  active(name: string): Promise<readonly string[] | undefined>;
  /** Why what is left of a job does not begin, where somebody has to act: it is held. */
  held(job: string): Promise<string | undefined>;
  /** Elements of an array that the controller believes to run; undefined when it does not answer. */
  running(job: string): Promise<readonly number[] | undefined>;
  /** Ends an element of an array; one that is gone already is no error. */
  cancel(job: string, element: number): Promise<void>;
}

interface Said {
  readonly code: number | string;
  readonly out: string;
  readonly err: string;
}

function say(program: string, args: readonly string[]): Promise<Said> {
  return new Promise((resolve) => {
    execFile(
      program,
      [...args],
      { timeout: 60_000, maxBuffer: 64 << 20 },
      (error, out, err) => {
        const { code = 1 } = (error ?? { code: 0 }) as {
          code?: number | string;
        };
        resolve({ code, out, err });
      },
    );
  });
}

/** The Slurm whose commands are on this machine's PATH. */
export const slurm: Slurm = {
  async maxArray() {
    const { code, out, err } = await say("scontrol", ["show", "config"]);
    const found = /^MaxArraySize\s*=\s*(\d+)/m.exec(out)?.[1];
    if (code === 0 && found !== undefined) return Number(found) - 1;
    throw new FabricError({
      code: "E_SLURM_UNAVAILABLE",
      message: "there is no Slurm that answers here",
      where: { path: "scontrol show config" },
      got: firstLine(err) || String(code),
      expected: "Slurm's commands on the PATH and a controller that answers",
      hint: "log in to a node of the cluster, or use --executor local",
    });
  },
  async submit(options, script) {
    const { code, out, err } = await say("sbatch", [
      "--parsable",
      ...options,
      `--wrap=${script}`,
    ]);
    const job = /^(\d+)/.exec(out)?.[1];
    if (code === 0 && job !== undefined) return job;
    throw new FabricError({
      code: "E_SLURM_REFUSED",
      message: "sbatch refused the job",
      where: { path: "sbatch" },
      got: firstLine(err) || String(code),
      expected: "options that this cluster takes",
      hint: "hand options to sbatch with --sbatch=--partition=…; what is finished is kept",
    });
  },
  async active(name) {
    const { code, out } = await say("squeue", [
      "--noheader",
      `--name=${name}`,
      "--format=%A %T",
      "--states=PENDING,RUNNING,CONFIGURING,COMPLETING,REQUEUED,SUSPENDED,STOPPED,REQUEUE_HOLD",
    ]);
    if (code !== 0) return undefined;
    return [
      ...new Set(
        out
          .split("\n")
          .map((line) => line.split(" ")[0] ?? "")
          .filter((job) => job !== ""),
      ),
    ];
  },
  held: heldReason,
  async running(job) {
    const { code, out } = await say("squeue", [
      "--noheader",
      "--array",
      `--jobs=${job}`,
      "--states=RUNNING",
      "--format=%K",
    ]);
    if (code !== 0) return undefined;
    return out
      .split("\n")
      .filter((line) => /^\s*\d+\s*$/.test(line))
      .map(Number);
  },
  async cancel(job, element) {
    await say("scancel", [`${job}_${element}`]);
  },
};

/** Reasons of `squeue` for all that is left of a job, such as `JobHeldUser` or `launch failed requeued held`; undefined unless all of it is held. */
async function heldReason(job: string): Promise<string | undefined> {
  const { code, out } = await say("squeue", [
    "--noheader",
    `--jobs=${job}`,
    "--format=%r",
  ]);
  const lines = out.split("\n").filter((line) => line !== "");
  return code === 0 &&
    lines.length > 0 &&
    lines.every((line) => /held/i.test(line))
    ? lines[0]
    : undefined;
}

const firstLine = (text: string): string => text.trim().split("\n")[0] ?? "";
