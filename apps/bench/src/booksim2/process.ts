import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cfgText } from "./cfg.ts";
import type { BookSimConfiguration } from "./configurations.ts";
import { endsWithThis } from "../living.ts";

/** What BookSim2 printed, and what its process took. */
export interface BookSimOutcome {
  /** Cycles simulated, warm-up and draining included. */
  readonly cycles: number;
  /** Mean packet latency in cycles. */
  readonly latency: number;
  /** Flits per node and cycle. */
  readonly accepted: number;
  /** Mean routers per packet. */
  readonly routers: number;
  readonly cpuSeconds: number;
}

/**
 * Runs BookSim2's binary on a configuration.
 *
 * @throws Error when it cannot be started, ends with an error, or prints something else than BookSim2 does
 */
export async function runBookSim(
  binary: string,
  configuration: BookSimConfiguration,
): Promise<BookSimOutcome> {
  const folder = mkdtempSync(join(tmpdir(), "fabriclab-booksim2-"));
  try {
    const file = join(folder, `${configuration.name}.cfg`);
    writeFileSync(file, cfgText(configuration));
    return outcomeOf(
      await output(binary, file, folder),
      `${binary} on ${configuration.name}`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a program, ends it where the shell is ended, and says what CPU time it took. */
const SHELL = `"$0" "$1" & p=$!; trap 'kill $p' TERM; wait $p; times`;

// Why the exit code is not looked at: BookSim2 ends with 255 after a good run. What it printed decides.
/** The binary's output, then what the shell says of the CPU time of its children: Node knows no child's own. */
function output(binary: string, file: string, cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = endsWithThis(
      spawn("sh", ["-c", SHELL, binary, file], {
        cwd,
        stdio: ["ignore", "pipe", "inherit"],
      }),
    );
    let text = "";
    child.stdout.setEncoding("utf8");
    child.stdout.on("data", (chunk: string) => {
      // Why only the end: a saturated run prints megabytes, and all that is read stands behind the last sample.
      text = (text + chunk).slice(-20_000);
    });
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve(text);
      else
        reject(
          new Error(
            `${binary} ended with ${String(code)}: ${text.slice(-300).trim()}`,
          ),
        );
    });
  });
}

/** Reads the overall statistics behind the last `Time taken is`, and the shell's `times`. */
export function outcomeOf(text: string, what = "BookSim2"): BookSimOutcome {
  const start = text.lastIndexOf("Time taken is ");
  const tail = start < 0 ? "" : text.slice(start);
  const number = (pattern: RegExp): number => {
    const found = pattern.exec(tail)?.[1];
    if (found === undefined)
      throw new Error(
        `${what} did not print what BookSim2 prints (${pattern.source}): ${text.slice(-200).trim()}`,
      );
    return Number(found);
  };
  const children = /(\d+)m([\d.]+)s (\d+)m([\d.]+)s\s*$/.exec(tail);
  if (children === null)
    throw new Error(`${what}: the shell did not say what it took`);
  const [minutes = 0, seconds = 0, more = 0, rest = 0] = children
    .slice(1)
    .map(Number);
  return {
    cycles: number(/^Time taken is (\d+) cycles/),
    latency: number(/^Packet latency average = ([\d.e+]+)/m),
    accepted: number(/^Accepted flit rate average ?= ([\d.e+-]+)/m),
    routers: number(/^Hops average = ([\d.]+)/m),
    cpuSeconds: 60 * (minutes + more) + seconds + rest,
  };
}
