import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

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

/**
 * Runs `fabriclab` from its sources in a process of its own.
 *
 * @param expected exit code
 * @throws Error for another exit code
 */
export function measuredCommand(
  args: readonly string[],
  expected = 0,
): Promise<MeasuredCommand> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(
      process.execPath,
      [
        ...["--conditions=fabriclab-source", "--import", watcher, command],
        ...args,
      ],
      { stdio: ["ignore", "ignore", "inherit", "pipe"] },
    );
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
}
