import type { Json } from "@fabriclab/spec";

/** One piece of work, as `@fabriclab/experiment-executor-local` has it. */
export interface Task {
  /** 64 hexadecimal digits: also the name of what tells of its failure. */
  readonly key: string;
  readonly label: string;
  readonly input: Json;
}

/** What one job array is to do: element `i` does the tasks i, i + elements, … */
export interface Order {
  readonly elements: number;
  readonly tasks: readonly Task[];
}

/** The words of an error that ended a task. */
export interface TaskFailure {
  readonly message: string;
  /** `E_…` of a FabricError. */
  readonly code?: string;
  readonly got?: string;
  readonly expected?: string;
  readonly hint?: string;
}

export type Outcome =
  /** Its result is where the task put it: nothing comes back through the cluster. */
  | { readonly status: "done"; readonly value: null; readonly cached: false }
  | {
      readonly status: "failed";
      readonly label: string;
      readonly error: TaskFailure;
    };

export interface TaskHooks {
  /** Stops waiting; what is submitted goes on. */
  readonly signal?: AbortSignal;
  readonly onOutcome: (task: Task, outcome: Outcome) => void | Promise<void>;
}

/** Where tasks are done; `taskPool` of the local executor has the same face. */
export interface TaskPool {
  run(tasks: readonly Task[], hooks: TaskHooks): Promise<void>;
  close(): Promise<void>;
}
