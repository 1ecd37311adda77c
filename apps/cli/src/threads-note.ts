/** Of a run's time, the share that starting threads may take without a word. */
const MOST_STARTING = 0.25;
/** Of a core for each thread, the share that they have to have without a word. */
const LEAST_CORES = 0.75;

/** Seconds of a run on several threads. */
export interface ThreadTimes {
  /** From its beginning to its end. */
  readonly took: number;
  /** Of these, until the threads were ready. */
  readonly starting: number;
  /** Of processors, of all threads together, since then. */
  readonly processor: number;
}

/**
 * Why a run on several threads took longer than it needs to: starting them, or cores that others used. Threads meet every microsecond or two, so that each
 * waits for all whenever one has no core.
 */
export function threadsNote(
  threads: number,
  { took, starting, processor }: ThreadTimes,
): string | undefined {
  if (starting > MOST_STARTING * took)
    return `note: starting ${threads} threads took ${starting.toFixed(1)} of ${took.toFixed(1)} s: they pay for runs that last much longer`;
  const cores = processor / (took - starting);
  return cores < LEAST_CORES * threads
    ? `note: the ${threads} threads had ${cores.toFixed(1)} cores between them, and waited for each other: where other work needs the cores, a run on one thread is quicker`
    : undefined;
}
