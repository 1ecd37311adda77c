import { execFile, type ExecFileException } from "node:child_process";
import { FabricError, quoted } from "@fabriclab/spec";

/** What the pool asks of Slurm. Tests give another one. */
export interface Slurm {
  /** Largest number of elements of an array. @throws FabricError `E_SLURM_UNAVAILABLE` */
  maxArray(): Promise<number>;
  /**
   * Submits an array and gives its job's number.
   *
   * @throws FabricError `E_SLURM_REFUSED`; `E_SLURM_UNCERTAIN` where nobody knows whether the job was accepted
   */
  submit(options: readonly string[], script: string): Promise<string>;
  /** Numbers of the jobs of that name that wait or run; undefined when the controller does not answer. */
  active(name: string): Promise<readonly string[] | undefined>;
  /** Why what is left of a job does not begin, where that is not that others are before it: it is held, or its partition is down. */
  stuck(job: string): Promise<string | undefined>;
  /** Elements of an array that the controller believes to run; undefined when it does not answer. */
  running(job: string): Promise<readonly number[] | undefined>;
  /** Elements of an array that somebody cancelled, as far as the controller still knows them. */
  cancelled(job: string): Promise<readonly number[]>;
  /** Ends an element of an array; one that is gone already is no error. */
  cancel(job: string, element: number): Promise<void>;
}

interface Said {
  /** Exit code, or why the program could not be begun. */
  readonly code: number | string;
  /** How it was ended from outside, if it was: then it has no code, and what it did nobody knows. */
  readonly ended: string | undefined;
  readonly out: string;
  readonly err: string;
}

function say(
  seconds: number,
  program: string,
  args: readonly string[],
): Promise<Said> {
  return new Promise((resolve) => {
    execFile(
      program,
      [...args],
      { timeout: seconds * 1000, maxBuffer: 64 << 20 },
      (error, out, err) => {
        const code = error?.code ?? (error === null ? 0 : 1);
        resolve({ code, ended: endOf(error, seconds), out, err });
      },
    );
  });
}

function endOf(
  error: ExecFileException | null,
  seconds: number,
): string | undefined {
  if (error === null) return undefined;
  if (error.code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER")
    return "an answer without end";
  if (error.killed === true) return `no answer within ${seconds} s`;
  return typeof error.signal === "string"
    ? `ended by ${error.signal}`
    : undefined;
}

/** What a command that did not succeed has to say. */
const wordsOf = ({ code, ended, err }: Said): string =>
  ended ?? (firstLine(err) || String(code));

/**
 * The Slurm whose commands are on this machine's PATH.
 *
 * @param seconds that a command may take to answer
 */
export function slurmCommands(seconds = 60): Slurm {
  const ask = (program: string, ...args: string[]): Promise<Said> =>
    say(seconds, program, args);
  return {
    async maxArray() {
      const said = await ask("scontrol", "show", "config");
      const found = /^MaxArraySize\s*=\s*(\d+)/m.exec(said.out)?.[1];
      if (said.code === 0 && found !== undefined) return Number(found) - 1;
      throw new FabricError({
        code: "E_SLURM_UNAVAILABLE",
        message: "there is no Slurm that answers here",
        where: { path: "scontrol show config" },
        got: wordsOf(said),
        expected: "Slurm's commands on the PATH and a controller that answers",
        hint: "log in to a node of the cluster, or use --executor local",
      });
    },
    async submit(options, script) {
      const said = await ask(
        "sbatch",
        "--parsable",
        // Why first: behind a word that is no option sbatch would take this for an argument of a script of that name.
        `--wrap=${script}`,
        ...options,
      );
      if (said.ended !== undefined)
        throw uncertain("sbatch was ended before it answered", said.ended);
      if (said.code === 0) {
        const job = jobNumber(said.out);
        if (job !== undefined) return job;
        throw uncertain(
          "sbatch's answer has no job number that is understood",
          answerOf(said),
        );
      }
      throw new FabricError({
        code: "E_SLURM_REFUSED",
        message: "sbatch refused the job",
        where: { path: "sbatch" },
        got: wordsOf(said),
        expected: "options that this cluster takes",
        hint: "hand options to sbatch with --sbatch=--partition=…; what is finished is kept",
      });
    },
    async active(name) {
      const { code, out } = await ask(
        "squeue",
        "--noheader",
        `--name=${name}`,
        "--format=%A %T",
        "--states=PENDING,RUNNING,CONFIGURING,COMPLETING,REQUEUED,SUSPENDED,STOPPED,REQUEUE_HOLD",
      );
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
    async stuck(job) {
      const { code, out } = await ask(
        "squeue",
        "--noheader",
        `--jobs=${job}`,
        "--format=%r",
      );
      return code === 0 ? stuckReason(out) : undefined;
    },
    async running(job) {
      const { code, out } = await ask(
        "squeue",
        "--noheader",
        "--array",
        `--jobs=${job}`,
        "--states=RUNNING",
        "--format=%K",
      );
      if (code !== 0) return undefined;
      return out
        .split("\n")
        .filter((line) => /^\s*\d+\s*$/.test(line))
        .map(Number);
    },
    async cancelled(job) {
      const { code, out } = await ask(
        "squeue",
        "--noheader",
        "--array",
        `--jobs=${job}`,
        "--states=all",
        "--format=%K %T",
      );
      return code === 0
        ? [...out.matchAll(/^\s*(\d+) CANCELLED\s*$/gm)].map(([, element]) =>
            Number(element),
          )
        : [];
    },
    async cancel(job, element) {
      await ask("scancel", `${job}_${element}`);
    },
  };
}

const uncertain = (message: string, got: string): FabricError =>
  new FabricError({
    code: "E_SLURM_UNCERTAIN",
    message: `${message}: the job may have been accepted or not`,
    where: { path: "sbatch" },
    got,
    expected: "a job's number, as `sbatch --parsable` prints it",
    hint: "look at the queue before it is submitted again",
  });

/** Of `sbatch --parsable`: the number, or number;cluster, on the last line that is one; a site's wrapper may greet before it. */
const jobNumber = (answer: string): string | undefined =>
  [...answer.matchAll(/^(\d+)(?:;\S*)?\s*$/gm)].at(-1)?.[1];

function answerOf({ out, err }: Said): string {
  const words = out.trim() === "" ? "nothing" : quoted(out.trim(), 100);
  const besides =
    err.trim() === "" ? "" : `, and as error ${quoted(err.trim(), 100)}`;
  return words + besides;
}

/** Reasons that pass by themselves, and that of what runs. */
const PASSING =
  /^(?:None|Priority|Resources|JobArrayTaskLimit|BeginTime|Dependency|Prolog|Cleaning)$/;

/** The reason of `squeue` for all that is left of a job, such as `JobHeldUser`, `launch failed requeued held` or `PartitionDown`; undefined where some of it runs or only waits for its turn. */
function stuckReason(out: string): string | undefined {
  const lines = out
    .split("\n")
    .map((line) => line.trim().replace(/^\((.*)\)$/, "$1"))
    .filter((line) => line !== "");
  return lines.length > 0 && lines.every((line) => !PASSING.test(line))
    ? lines[0]
    : undefined;
}

const firstLine = (text: string): string => text.trim().split("\n")[0] ?? "";
