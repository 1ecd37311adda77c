const CONDITION = "--conditions=fabriclab-source";

/** Whether this process runs from sources without having been told to: in tests. */
const lacksCondition = (): boolean =>
  import.meta.url.endsWith(".ts") && !process.execArgv.includes(CONDITION);

/** Node's flags for a process that resolves workspace packages as this one does, from sources when it runs from sources. */
export const processFlags = (): string[] =>
  lacksCondition() ? [...process.execArgv, CONDITION] : [...process.execArgv];

/**
 * Node's flags for threads that do the same; undefined where they are to have this process's.
 *
 * Why undefined: threads inherit flags of V8, such as a limit of memory, but refuse them when they are listed.
 */
export const threadFlags = (): string[] | undefined =>
  lacksCondition() ? processFlags() : undefined;
