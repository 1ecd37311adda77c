import { FabricError } from "@fabriclab/spec";
import { logFile } from "./logs.ts";
import { takeFailure } from "./order.ts";
import type { Slurm } from "./slurm.ts";
import type { Order } from "./task.ts";

/** How the nodes are called, and what the user is told. */
interface Manner {
  readonly folder: string;
  readonly command: readonly string[];
  readonly limit: number;
  readonly sbatch?: readonly string[];
  readonly onNote?: (text: string) => void;
}

interface NewJob {
  readonly order: Order;
  /** Of the job. */
  readonly name: string;
  /** Of the order. */
  readonly file: string;
  readonly signal: AbortSignal | undefined;
}

export const isAborted = (signal: AbortSignal | undefined): boolean =>
  signal?.aborted === true;

/**
 * The job that does an order: one of that name which is in the queue, or else a new one.
 *
 * @returns its number; undefined where the signal came before that was known, which is told then
 * @throws FabricError `E_SLURM_REFUSED`, `E_SLURM_UNCERTAIN`
 */
export async function startArray(
  { folder, command, limit, sbatch = [], onNote }: Manner,
  slurm: Slurm,
  { order: { elements, tasks }, name, file, signal }: NewJob,
): Promise<string | undefined> {
  const [before] = (await slurm.active(name)) ?? [];
  if (before !== undefined) {
    onNote?.(`waiting for job ${before}, which was submitted before`);
    return before;
  }
  // Why: Ctrl-C ends squeue, too, and nobody wants a job then.
  if (isAborted(signal)) return undefined;
  // What an earlier attempt told. Why not sooner: of a job that is in the queue it is the only word about what failed.
  for (const task of tasks) takeFailure(file, task);
  const options = [
    `--job-name=${name}`,
    `--array=0-${elements - 1}%${limit}`,
    `--output=${logFile(folder, name, "%a")}`,
    "--open-mode=append",
    // Why: an element whose node is lost starts again elsewhere, and passes over what is finished.
    "--requeue",
    "--ntasks=1",
    "--cpus-per-task=1",
    ...sbatch,
  ];
  const script = `exec ${[...command, file].map(quoted).join(" ")}`;
  let job: string;
  try {
    job = await slurm.submit(options, script);
  } catch (error) {
    if (!FabricError.is(error)) throw error;
    const isUncertain = error.code === "E_SLURM_UNCERTAIN";
    const [found] =
      isUncertain && !isAborted(signal)
        ? ((await slurm.active(name)) ?? [])
        : [];
    // Why after that: Ctrl-C ends sbatch, too, and that may be known before this process hears of it itself.
    if (isAborted(signal)) {
      onNote?.(
        `sbatch was interrupted before it gave a job's number (${error.got ?? ""}): the job may have been accepted or not; ${toLookFor(name)}`,
      );
      return undefined;
    }
    if (!isUncertain) throw error;
    if (found === undefined) throw error.hinting(toLookFor(name));
    onNote?.(
      `sbatch gave no job's number (${error.got ?? ""}), but job ${found} is in the queue: waiting for it`,
    );
    return found;
  }
  onNote?.(
    `job ${job}: ${elements} array tasks for ${tasks.length} files of results`,
  );
  return job;
}

/** How to find out what became of a job whose number nobody knows. */
const toLookFor = (name: string): string =>
  `\`squeue --name=${name}\` shows it while it waits or runs, \`sacct --name=${name}\` afterwards, and the same command finds it in the queue`;

/** As one word of a shell. */
const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
