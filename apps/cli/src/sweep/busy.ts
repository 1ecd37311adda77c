import { join } from "node:path";
import { WORK } from "@fabriclab/experiment-store";
import { FabricError } from "@fabriclab/spec";

/** Where orders and logs of Slurm are. */
export const slurmFolder = (folder: string): string =>
  join(folder, WORK, "slurm");

/**
 * Refuses to put a sweep's runs into other files while a job in Slurm's queue still works on the old ones: it would do what is done again, and leave the same runs
 * twice.
 *
 * @param seeds how many each point has of what the job does
 * @param tell told where the queue does not answer, so that nobody knows
 * @throws FabricError `E_SWEEP_BUSY`
 */
export async function refuseBusy(
  folder: string,
  seeds: number,
  tell: (text: string) => void,
): Promise<void> {
  const { queuedJobs } = await import("@fabriclab/experiment-executor-slurm");
  const jobs = await queuedJobs(slurmFolder(folder));
  if (jobs === undefined) {
    tell(
      `${slurmFolder(folder)} holds the order of a job, and squeue does not answer: if that job still works, it does the same work twice`,
    );
    return;
  }
  const [first] = jobs;
  if (first === undefined) return;
  throw new FabricError({
    code: "E_SWEEP_BUSY",
    message:
      "a job in Slurm's queue works on files of this sweep that more seeds would make anew",
    where: { file: folder, path: "--seeds" },
    got: `job ${jobs.join(", ")}`,
    expected: "no job of this folder in the queue",
    hint: `the same command with --seeds ${seeds} waits for it; \`scancel ${first}\` ends it, and what is finished is kept`,
  });
}
