/** What asks a process to end, and may be caught: Ctrl-C, and the polite `kill` of schedulers and service managers. */
const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** The part of `process` that an interruption needs. */
export interface Interruptible {
  once(event: (typeof SIGNALS)[number], listener: () => void): unknown;
  off(event: (typeof SIGNALS)[number], listener: () => void): unknown;
}

/**
 * A signal that is aborted by Ctrl-C or SIGTERM, so that finished work stays in the store and the caller can say how to go on.
 *
 * Only the first is caught: a second one ends the process as usual, should something hang.
 *
 * @param target the process
 * @param onInterrupt called at once, for a first word to the user
 */
export function abortOnInterrupt(
  target: Interruptible,
  onInterrupt?: () => void,
): { readonly signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const release = (): void => {
    for (const signal of SIGNALS) target.off(signal, listener);
  };
  const listener = (): void => {
    release();
    onInterrupt?.();
    controller.abort();
  };
  for (const signal of SIGNALS) target.once(signal, listener);
  return { signal: controller.signal, release };
}
