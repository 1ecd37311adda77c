import type { ChildProcess } from "node:child_process";

const living = new Set<ChildProcess>();

/** A process that ends with this one, however that ends. */
export function endsWithThis<T extends ChildProcess>(child: T): T {
  living.add(child);
  child.once("close", () => living.delete(child));
  return child;
}

/** Ends what was begun when this process exits, and exits with 130 on the first signal; says what becomes of the figures. */
export function endTogether(said: () => string): void {
  process.once("exit", () => {
    for (const child of living) child.kill("SIGTERM");
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => {
      process.stderr.write(`bench: ${signal}: ${said()}\n`);
      process.exit(130);
    });
}

/** As SIGPIPE ends shell tools. */
const CLOSED_PIPE = 141;

/** A closed pipe ends the command without a word, as shell tools do; what nobody reads on standard error is dropped. */
export function endQuietly(): void {
  const others = (error: NodeJS.ErrnoException): void => {
    if (error.code !== "EPIPE") throw error;
  };
  process.stderr.on("error", others);
  process.stdout.on("error", (error: Error) => {
    others(error);
    process.exit(CLOSED_PIPE);
  });
}
