import { appendFileSync } from "node:fs";
import { threadId } from "node:worker_threads";

// Each thread that loads this leaves a line; the file's name comes with the environment, as loading has no input.
const log = process.env["FABRICLAB_LOADED"];
if (log !== undefined) appendFileSync(log, `${threadId}\n`);

/** The thread that did the task. */
export async function run(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 50));
  return threadId;
}
