/** The part of `process` that an interruption needs. */
export interface Interruptible {
  once(event: "SIGINT", listener: () => void): unknown;
  off(event: "SIGINT", listener: () => void): unknown;
}

/**
 * A signal that is aborted by Ctrl-C, so that finished work stays in the store and the caller can say how to go on.
 *
 * Only the first Ctrl-C is caught: a second one ends the process as usual, should something hang.
 *
 * @param target the process
 * @param onInterrupt called at once, for a first word to the user
 */
export function abortOnInterrupt(
  target: Interruptible,
  onInterrupt?: () => void,
): { readonly signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const listener = () => {
    onInterrupt?.();
    controller.abort();
  };
  target.once("SIGINT", listener);
  return {
    signal: controller.signal,
    release: () => {
      target.off("SIGINT", listener);
    },
  };
}
