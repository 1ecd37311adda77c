import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { keptCode, startProcess, type Started } from "./child.ts";
import type { Contender } from "./in-turns.ts";
import { startCommand } from "./measured-command.ts";

/** Whether a process can be kept on one core here. */
export const pinsCores = spawnSync("taskset", ["-c", "0", "true"]).status === 0;

/** What stands in front of a command to keep it on a core; nothing where that cannot be. */
export const pinned = (core: number): string[] =>
  pinsCores ? ["taskset", "-c", String(core)] : [];

/** Loads of a sweep of so many points, all below saturation. */
export const loadsOf = (points: number): number[] =>
  Array.from({ length: points }, (_, i) =>
    Number((0.1 + (0.3 * i) / points).toFixed(6)),
  );

/** A call of `fabriclab sweep`. */
export interface Sweeping {
  readonly scenario: string;
  readonly loads: readonly number[];
  readonly out: string;
  readonly jobs: number;
  readonly before?: readonly string[];
}

/** Sweeps that run at the same time, as one contender. */
export const sweeping = (
  name: string,
  sweeps: readonly Sweeping[],
): Contender => ({
  name,
  start: () =>
    sweeps.map(({ scenario, loads, out, jobs, before = [] }) =>
      startCommand(
        [
          ...["sweep", scenario, "--quiet", "-o", out],
          ...["--jobs", String(jobs)],
          ...["--vary", `load=[${loads.join(", ")}]`],
        ],
        { before, detached: true },
      ),
    ),
  done: () =>
    sweeps.reduce(
      (sum, { out, loads }) => sum + pointsIn(out, loads.length),
      0,
    ),
});

/** Shards that a sweep of more than 256 runs is divided into. */
const SHARDS = 256;

/** Points that are in a folder: those of finished files, and the lines of journals of the others. */
function pointsIn(folder: string, points: number): number {
  const each = Math.ceil(points / SHARDS);
  const files = namesIn(join(folder, "shards")).filter((name) =>
    name.endsWith(".parquet"),
  );
  const finished = new Set(files.map((name) => name.slice(0, 64)));
  const journals = join(folder, ".work", "journals");
  const lines = namesIn(journals)
    .filter((name) => !finished.has(name.slice(0, 64)))
    .map((name) => readFileSync(join(journals, name), "utf8"))
    .reduce((sum, text) => sum + text.split("\n").length - 1, 0);
  // The last file may hold fewer than the others.
  return Math.min(points, finished.size * each + lines);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A measurement script on one core; it writes what it has done into a file. */
const scriptOn = <T>(
  core: number,
  script: string,
  configuration: { readonly progress: string },
): Started<T> => {
  const [program, ...args] = [
    ...[...pinned(core), process.execPath, "--conditions=fabriclab-source"],
    new URL(script, import.meta.url).pathname,
    JSON.stringify(configuration),
  ];
  const environment = { NODE_COMPILE_CACHE: keptCode };
  return startProcess<T>(program, args, environment, true);
};

export interface Runs {
  readonly cpuMsPerRun: number;
}

/** The runs of a sweep and nothing else, on one core. */
export function runsAlone(
  scenario: string,
  loads: readonly number[],
  progress: string,
): { readonly contender: Contender; result(): Promise<Runs> } {
  let started: Started<Runs> | undefined;
  return {
    contender: {
      name: "runs alone",
      start() {
        started = scriptOn<Runs>(0, "points/sweep-runs.ts", {
          ...{ scenario, loads, progress },
        });
        return [started];
      },
      done: () => numberIn(progress),
    },
    result: async () => await (started?.ended ?? Promise.reject(notBegun())),
  };
}

const notBegun = (): Error => new Error("the runs alone were not begun");

/** Plain arithmetic, divided among so many cores. */
export const loops = (
  cores: number,
  units: number,
  progress: string,
): Contender => {
  const files = Array.from(
    { length: cores },
    (_, core) => `${progress}-${String(core)}`,
  );
  return {
    name: `loops on ${String(cores)}`,
    start: () =>
      files.map((file, core) =>
        scriptOn(core, "points/plain-loop.ts", {
          ...{ units: units / cores, progress: file },
        }),
      ),
    done: () => files.reduce((sum, file) => sum + numberIn(file), 0),
  };
};

function numberIn(file: string): number {
  try {
    return Number(readFileSync(file, "utf8"));
  } catch {
    return 0;
  }
}
