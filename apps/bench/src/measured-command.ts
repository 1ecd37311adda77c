import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Started } from "./child.ts";
import { endsWithThis } from "./living.ts";

/** What a process took from its start to its end. */
export interface MeasuredCommand {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMB: number;
}

const command = fileURLToPath(
  new URL("../../cli/src/main.ts", import.meta.url),
);

/** Run before the command in its process: says what it used on file descriptor 3. */
const watcher = `data:text/javascript,${encodeURIComponent(
  `import { writeSync } from "node:fs";
   import { isMainThread } from "node:worker_threads";
   if (isMainThread) process.on("exit", () => writeSync(3, JSON.stringify(process.resourceUsage())));`,
)}`;

export interface CommandOptions {
  /** Exit code; default 0. */
  readonly expected?: number;
  /** In front of Node: `taskset -c 0`, say. */
  readonly before?: readonly string[];
  /** As the first of a process group of its own, which a Ctrl-C of the terminal does not reach. */
  readonly detached?: boolean;
}

/**
 * Begins `fabriclab` from its sources in a process of its own. Its end throws an Error for another exit code than the expected one.
 */
export function startCommand(
  args: readonly string[],
  { expected = 0, before = [], detached = false }: CommandOptions = {},
): Started<MeasuredCommand> {
  const start = performance.now();
  const [program, ...rest] = [...before, process.execPath];
  const child = endsWithThis(
    spawn(
      program,
      [
        ...[...rest, "--conditions=fabriclab-source"],
        ...["--import", watcher, command, ...args],
      ],
      { stdio: ["ignore", "ignore", "inherit", "pipe"], detached },
    ),
  );
  const ended = new Promise<MeasuredCommand>((resolve, reject) => {
    let used = "";
    child.stdio[3]?.on("data", (chunk: Buffer) => (used += chunk.toString()));
    child.on("error", reject);
    child.on("close", (code) => {
      if (code !== expected) {
        reject(
          new Error(`fabriclab ${args[0] ?? ""} ended with ${String(code)}`),
        );
        return;
      }
      const { maxRSS, userCPUTime, systemCPUTime } = JSON.parse(
        used,
      ) as NodeJS.ResourceUsage;
      resolve({
        seconds: (performance.now() - start) / 1000,
        cpuSeconds: (userCPUTime + systemCPUTime) / 1e6,
        peakMB: maxRSS / 1024,
      });
    });
  });
  return { pid: child.pid ?? 0, ended };
}

/** Runs `fabriclab` from its sources in a process of its own. @throws Error for another exit code than `expected` */
export const measuredCommand = (
  args: readonly string[],
  expected = 0,
): Promise<MeasuredCommand> => startCommand(args, { expected }).ended;
