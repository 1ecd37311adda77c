import { readdirSync } from "node:fs";
import { join } from "node:path";
import { jobName, orderIn, type Order } from "./order.ts";
import type { Slurm } from "./slurm.ts";
import type { Task } from "./task.ts";

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
 * @returns each task at most once. Complexity: O(bytes of the orders).
 */
export async function earlierJobs(
  folder: string,
  tasks: readonly Task[],
  slurm: Slurm,
): Promise<WaitedJob[]> {
  const left = new Map(tasks.map((task) => [wordsOf(task), task]));
  const found: WaitedJob[] = [];
  for (const file of ordersIn(folder)) {
    const order = orderIn(file);
    const common = (order?.tasks ?? []).flatMap(
      (task) => left.get(wordsOf(task)) ?? [],
    );
    if (order === undefined || common.length === 0) continue;
    const name = jobName(order);
    const [job] = (await slurm.active(name)) ?? [];
    if (job === undefined) continue;
    found.push({ job, name, order, file, tasks: common });
    for (const task of common) left.delete(wordsOf(task));
  }
  return found;
}

/** A task of the same key that is to do something else is another one. */
const wordsOf = ({ key, input }: Task): string => JSON.stringify([key, input]);

function ordersIn(folder: string): string[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    // No driver was here before.
    return [];
  }
  return names
    .filter((name) => /^order-[0-9a-f]{16}\.json$/.test(name))
    .sort()
    .map((name) => join(folder, name));
}
