import { Command } from "commander";
import type { Context } from "../context.ts";
import { ExitCode } from "../exit.ts";
import { wholeNumber } from "../flags.ts";

/** `sweep-shards ORDER`: what a node of a cluster calls, and nobody else. */
export function sweepShardsCommand(
  _context: Context,
  finish: (code: ExitCode) => void,
): Command {
  return new Command("sweep-shards")
    .summary("do a share of a sweep on a node of a cluster")
    .description(
      "Called by Slurm for every element of the job array that `fabriclab sweep --executor slurm` submits.",
    )
    .argument("<order>", "the file that says what is to be done")
    .action(async (order: string) => {
      const { doShards } = await import("../sweep/do-shards.ts");
      const element = wholeNumber(
        "SLURM_ARRAY_TASK_ID",
        process.env["SLURM_ARRAY_TASK_ID"] ?? "0",
        0,
        1e9,
      );
      const failed = await doShards(order, element ?? 0);
      finish(failed > 0 ? ExitCode.problem : ExitCode.fine);
    });
}
