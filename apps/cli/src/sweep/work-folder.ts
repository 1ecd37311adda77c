import { existsSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { WORK } from "@fabriclab/experiment-store";
import { slurmFolder } from "./busy.ts";

/**
 * Takes away the folder of what is not finished, which a finished sweep has nothing in; what another command that works here needs stays.
 *
 * @param logs whether logs of Slurm stay: where a run failed, they may say why
 */
export async function removeWorkFolder(
  folder: string,
  logs: boolean,
): Promise<void> {
  const slurm = slurmFolder(folder);
  if (!logs && existsSync(slurm)) {
    const { clearFolder } =
      await import("@fabriclab/experiment-executor-slurm");
    await clearFolder(slurm);
  }
  for (const inner of [
    join(folder, WORK, "journals"),
    slurm,
    join(folder, WORK),
  ])
    try {
      rmdirSync(inner);
    } catch {
      // not empty, or not there
    }
}
