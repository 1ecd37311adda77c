const SIGNALS = ["SIGINT", "SIGTERM"] as const;

let hearing: (() => void) | undefined;

/**
 * From now on Ctrl-C and SIGTERM end the process with 130 and a word, until `leaveInterrupts`: while modules load there is nothing to be kept, but silence would
 * leave open what became of it.
 */
export function hearInterrupts(): void {
  stopHearing();
  hearing = () => {
    process.stderr.write("interrupted before anything was begun\n");
    process.exit(130);
  };
  for (const signal of SIGNALS) process.once(signal, hearing);
}

/**
 * Leaves the signals to the command that begins, or to the system: a command that keeps the process busy would not hear them. What was pressed while modules kept
 * the process busy is answered first; it would be lost else.
 */
export async function leaveInterrupts(): Promise<void> {
  if (hearing === undefined) return;
  // Why twice: the first may come in the turn of the event loop in which the module was loaded, before it looks for signals again.
  for (let turn = 0; turn < 2; turn++)
    await new Promise((resolve) => setImmediate(resolve));
  stopHearing();
}

/** Takes the word away again. */
function stopHearing(): void {
  if (hearing === undefined) return;
  for (const signal of SIGNALS) process.off(signal, hearing);
  hearing = undefined;
}
