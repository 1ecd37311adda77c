import { isMainThread } from "node:worker_threads";
import { FabricError, type Json } from "@fabriclab/spec";
import type { TaskFailure, TaskModule } from "./task.ts";

/** What the executor sends to a worker thread. */
export interface Order {
  readonly module: string;
  readonly input: Json;
}

/** What the worker answers; a refusal is an answer, so that its fields survive the way back. */
export type Answer =
  | { readonly value: Json }
  | { readonly failure: TaskFailure };

// Why: a thread that leaves by process.exit raises no error, and the pool would wait for its answer for ever.
if (!isMainThread) {
  const { exit } = process;
  process.exit = (code) => {
    throw new Error(`the task called process.exit(${code ?? ""})`);
  };
  // An error that nobody catches is told to the pool by Node itself, which then leaves by exit.
  process.once("uncaughtExceptionMonitor", () => {
    process.exit = exit;
  });
}

/** Runs in the worker thread: loads the task module, so that the first order need not. */
export const prepare = async (module: string): Promise<void> => {
  await import(module);
};

/** Runs in the worker thread: loads the task module once and calls its `run`. */
export async function execute(order: Order): Promise<Answer> {
  try {
    const module = (await import(order.module)) as Partial<TaskModule>;
    if (typeof module.run !== "function") {
      return {
        failure: {
          message: `the task module exports no function "run": ${order.module}`,
        },
      };
    }
    return { value: await module.run(order.input) };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

/** The words of an error, with the fields of a FabricError where it is one. */
export function failureOf(error: unknown): TaskFailure {
  if (!(error instanceof Error)) return { message: String(error) };
  const fields = error as Partial<Record<keyof TaskFailure, unknown>>;
  const text = (name: keyof TaskFailure) => {
    const value = fields[name];
    return typeof value === "string" ? { [name]: value } : {};
  };
  return {
    message: error.message,
    ...text("code"),
    ...(FabricError.is(error) ? { where: error.where } : {}),
    ...text("got"),
    ...text("expected"),
    ...text("hint"),
    ...text("stack"),
  };
}
