import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, inject } from "vitest";
import { main } from "../src/program.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The file to start the command with, in a process of its own; undefined for the sources as they stand. */
    readonly command?: string | undefined;
  }
}

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** What was printed without lines of progress, which come when a busy machine takes more than a second. */
export const withoutProgress = (text: string): string =>
  text.replace(/^.*[,:] (\d+ min )?\d+ s elapsed.*\n/gm, "");

/** Runs the command in this process, as a shell would without a terminal. */
export async function fabriclab(...argv: string[]): Promise<Outcome> {
  let out = "";
  let err = "";
  const code = await main(argv, {
    out: (text) => (out += text),
    err: (text) => (err += text),
    interactive: false,
    color: false,
    columns: 100,
  });
  return { code, out, err };
}

/** What Node.js is given for the command in a process of its own: the bundle of these tests, where there is one. */
export const nodeArguments = (...argv: string[]): string[] => [
  "--conditions=fabriclab-source",
  inject("command") ?? join(import.meta.dirname, "../src/main.ts"),
  ...argv,
];

/** A folder of its own for a test file, gone afterwards. */
export function workFolder(): {
  readonly path: string;
  readonly at: (name: string) => string;
  readonly write: (name: string, text: string) => string;
} {
  const path = mkdtempSync(join(tmpdir(), "fabriclab-cli-"));
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  const at = (name: string): string => join(path, name);
  return {
    path,
    at,
    write(name, text) {
      writeFileSync(at(name), text);
      return at(name);
    },
  };
}

/** The scenario that the project's documents print. */
export const scenario = `topology: { kind: fat-tree, ports: 8, levels: 3 }
addressing: multiple-lid
routing: cyclic
switch: { kind: relay, virtualLanes: 1 }
link: { byteTime: 4ns, flight: 20ns }
traffic:
  - { kind: poisson, load: 0.3, size: 256B, pattern: uniform }
metrics: [latency, throughput]
measure: { warmup: auto, precision: 0.05, confidence: 0.95 }
seed: 1
`;

/** Presses Ctrl-C as soon as a command listens for it. */
export function pressCtrlC(): void {
  const before = process.listenerCount("SIGINT");
  const timer = setInterval(() => {
    if (process.listenerCount("SIGINT") === before) return;
    clearInterval(timer);
    process.emit("SIGINT");
  }, 1);
}
