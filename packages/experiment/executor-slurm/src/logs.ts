import { rmSync } from "node:fs";
import { join } from "node:path";
import { orderIn } from "./order-file.ts";
import { jobName, namesIn, ordersIn } from "./order.ts";
import { slurmCommands, type Slurm } from "./slurm.ts";
import type { Order, Task } from "./task.ts";

/** Where an element writes what it says; `%a` stands for its number. */
export const logFile = (
  folder: string,
  name: string,
  element: number | string,
): string => join(folder, `${name}-${element}.log`);

const LOG = /^(fabriclab-[0-9a-f]{16})-(\d+)\.log$/;

/**
 * Takes away the logs of those elements of a job whose tasks all have results: a large array leaves thousands, and nobody asks after them. Those of the others
 * stay, for whoever looks for what went wrong.
 *
 * Complexity: O(tasks of the order + names in the folder).
 */
export function removeLogs(
  folder: string,
  { elements, tasks }: Order,
  finished: (task: Task) => boolean,
): void {
  const name = jobName({ elements, tasks });
  const open = new Set<number>();
  for (const [at, task] of tasks.entries())
    if (!open.has(at % elements) && !finished(task)) open.add(at % elements);
  for (const file of namesIn(folder)) {
    const [, job, element] = LOG.exec(file) ?? [];
    if (job === name && !open.has(Number(element)))
      rmSync(join(folder, file), { force: true });
  }
}

/**
 * Takes away all orders and logs but those of jobs in the queue: of work that is finished, they tell nothing.
 *
 * Where the queue does not answer, everything stays.
 *
 * @param slurm default: the Slurm of this machine
 */
export async function clearFolder(
  folder: string,
  slurm: Slurm = slurmCommands(),
): Promise<void> {
  const queued = new Set<string>();
  for (const file of ordersIn(folder)) {
    const order = orderIn(file);
    if (order === undefined) continue;
    const active = await slurm.active(jobName(order));
    if (active === undefined) return;
    if (active.length > 0) queued.add(jobName(order));
    else rmSync(file, { force: true });
  }
  for (const file of namesIn(folder)) {
    const job = LOG.exec(file)?.[1];
    if (job !== undefined && !queued.has(job))
      rmSync(join(folder, file), { force: true });
  }
}
