import { orderIn } from "./order-file.ts";
import { jobName, ordersIn } from "./order.ts";
import { slurmCommands, type Slurm } from "./slurm.ts";
import type { Order, Task } from "./task.ts";

/** An array that is in the queue, and those of its tasks that are waited for. */
export interface WaitedJob {
  readonly job: string;
  readonly name: string;
  /** What it was submitted for; some of that may be finished. */
  readonly order: Order;
  /** Of the order. */
  readonly file: string;
  readonly tasks: readonly Task[];
}

/**
 * Jobs in the queue that a driver before this one submitted into this folder, with the tasks that they will do.
 *
 * Why by the orders that are left there: a driver that was interrupted while its job went on has fewer tasks when it comes back, or more, so that the name of
 * its own order is another one, and what is in the queue would be done twice.
 *
 * @param same what a task has in common with one that does the same
 * @returns each task at most once. Complexity: O(bytes of the orders).
 */
export async function earlierJobs(
  folder: string,
  tasks: readonly Task[],
  slurm: Slurm,
  same: (task: Task) => string = wordsOf,
): Promise<WaitedJob[]> {
  const left = new Map(tasks.map((task) => [same(task), task]));
  const found: WaitedJob[] = [];
  for (const file of ordersIn(folder)) {
    const order = orderIn(file);
    const common = (order?.tasks ?? []).flatMap(
      (task) => left.get(same(task)) ?? [],
    );
    if (order === undefined || common.length === 0) continue;
    const name = jobName(order);
    const [job] = (await slurm.active(name)) ?? [];
    if (job === undefined) continue;
    found.push({ job, name, order, file, tasks: common });
    for (const task of common) left.delete(same(task));
  }
  return found;
}

/** A task of the same key that is to do something else is another one. */
const wordsOf = ({ key, input }: Task): string => JSON.stringify([key, input]);

/**
 * Numbers of the jobs in the queue that were submitted into this folder; undefined where there are orders and the queue does not answer.
 *
 * @param slurm default: the Slurm of this machine
 */
export async function queuedJobs(
  folder: string,
  slurm: Slurm = slurmCommands(),
): Promise<readonly string[] | undefined> {
  const jobs: string[] = [];
  for (const file of ordersIn(folder)) {
    const order = orderIn(file);
    if (order === undefined) continue;
    const active = await slurm.active(jobName(order));
    if (active === undefined) return undefined;
    jobs.push(...active);
  }
  return jobs;
}
