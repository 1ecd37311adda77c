import { createHash } from "node:crypto";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { FabricError, type Json } from "@fabriclab/spec";
import { shareIn, writeOrderFile } from "./order-file.ts";
import type { Order, Task, TaskFailure } from "./task.ts";

/** Of the same tasks in the same division the same name: a driver that was killed finds its job again by it. */
export function orderName({ elements, tasks }: Order): string {
  // The hash of JSON.stringify([elements, tasks]), which may be longer than a string can be.
  const hash = createHash("sha256").update(`[${elements},[`);
  for (const [at, task] of tasks.entries())
    hash.update(`${at === 0 ? "" : ","}${JSON.stringify(task)}`);
  return hash.update("]]").digest("hex").slice(0, 16);
}

/** Of the job that does an order. */
export const jobName = (order: Order): string =>
  `fabriclab-${orderName(order)}`;

/** @throws FabricError `E_SLURM_UNWRITABLE`; nothing is left behind then */
export function writeOrder(folder: string, order: Order): string {
  const file = join(folder, `order-${orderName(order)}.jsonl`);
  writing(file, (draft) => {
    mkdirSync(folder, { recursive: true });
    writeOrderFile(draft, order);
    renameSync(draft, file);
  });
  return file;
}

/** Of a probe: more than the words that a task leaves behind. */
const ROOM = 64 * 1024;

/**
 * Whether tasks could tell in this folder what became of them: a full disk silences them, their logs, too.
 *
 * @throws FabricError `E_SLURM_UNWRITABLE`
 */
export function checkRoom(folder: string): void {
  const file = join(folder, "room");
  writing(file, (draft) => {
    writeFileSync(draft, Buffer.alloc(ROOM, 1));
    rmSync(draft);
  });
}

function writing(file: string, write: (draft: string) => void): void {
  const draft = `${file}.${process.pid}.tmp`;
  try {
    write(draft);
  } catch (error) {
    try {
      rmSync(draft, { force: true });
    } catch {
      // Where the folder is none, there is no draft.
    }
    const { code } = error as NodeJS.ErrnoException;
    throw new FabricError({
      code: "E_SLURM_UNWRITABLE",
      message: `cannot write for the cluster: ${code ?? String(error)}`,
      where: { file },
      got:
        code === "ENOSPC" ? "no space left on the device" : (code ?? "refused"),
      expected: "a folder that this user may write to, with room left",
      hint: "make room, or choose another folder; what is finished is kept, and the same command goes on",
      cause: error,
    });
  }
}

export interface DoOrderOptions {
  /** Number of this element of the array: SLURM_ARRAY_TASK_ID. */
  readonly element: number;
  /** Whether a task's result is in its place. */
  readonly finished: (task: Task) => boolean;
  readonly run: (input: Json) => Promise<unknown>;
}

/**
 * Does the share of one element of a job array: what the cluster's node calls.
 *
 * Of a large order it reads its own share only. A task that throws is told in a file beside the order, and the next ones go on. Tasks whose result is there are passed over, so that an
 * element that Slurm has requeued goes on where the lost one stopped.
 *
 * @returns how many tasks failed
 * @throws FabricError `E_SLURM_ORDER` for a file that is no order
 */
export async function doOrder(
  file: string,
  { element, finished, run }: DoOrderOptions,
): Promise<number> {
  let failed = 0;
  for (const task of readShare(file, element)) {
    if (finished(task)) continue;
    try {
      await run(task.input);
    } catch (error) {
      failed++;
      tell(failureFile(file, task), wordsOf(error));
    }
  }
  return failed;
}

/** On a full disk nothing can be told; the driver looks for that itself. */
function tell(file: string, failure: TaskFailure): void {
  try {
    writeFileSync(file, JSON.stringify(failure));
  } catch (error) {
    console.error(`${file}: ${String(error)}`);
  }
}

/** The orders of a folder that are in the queue, or were left behind; those of versions before end in `.json`. */
export const ordersIn = (folder: string): string[] =>
  namesIn(folder)
    .filter((name) => /^order-[0-9a-f]{16}\.jsonl?$/.test(name))
    .sort()
    .map((name) => join(folder, name));

/** What is in a folder; nothing where no driver was before. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readShare(file: string, element: number): readonly Task[] {
  const share = shareIn(file, element);
  if (share !== undefined) return share;
  throw new FabricError({
    code: "E_SLURM_ORDER",
    message: "this file is no order of tasks",
    where: { file },
    got: file,
    expected: "a file that `fabriclab sweep --executor slurm` wrote",
  });
}

/** What a task of an order left behind when it failed; it is taken away. */
export function takeFailure(file: string, task: Task): TaskFailure | undefined {
  const place = failureFile(file, task);
  try {
    const failure = JSON.parse(readFileSync(place, "utf8")) as TaskFailure;
    rmSync(place, { force: true });
    return failure;
  } catch {
    return undefined;
  }
}

const failureFile = (file: string, { key }: Task): string =>
  `${file}.${key.replaceAll(/[^0-9A-Za-z]/g, "_")}.failed`;

function wordsOf(error: unknown): TaskFailure {
  if (!(error instanceof Error)) return { message: String(error) };
  const fields = error as Partial<Record<keyof TaskFailure, unknown>>;
  const text = (name: keyof TaskFailure) =>
    typeof fields[name] === "string" ? { [name]: fields[name] } : {};
  return {
    message: error.message,
    ...text("code"),
    ...text("got"),
    ...text("expected"),
    ...text("hint"),
  };
}
