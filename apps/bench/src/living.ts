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
