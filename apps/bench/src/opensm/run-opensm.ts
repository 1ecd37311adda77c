import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { routingSeconds } from "./clock.ts";
import { startIbsim } from "./ibsim.ts";
import { endsWithThis } from "../living.ts";

/** What is needed to run OpenSM on a simulated fabric. */
export interface OpensmPlace {
  readonly opensm: string;
  readonly ibsim: string;
  /** The library that leads MADs to ibsim. */
  readonly umad: string;
  /** See `compileClock`. */
  readonly clock: string;
}

export interface OpensmOutcome {
  /** CPU seconds of the routing computation: hop matrices, tables, service levels. */
  readonly seconds: number;
  /** The dump of the LFTs, where asked for. */
  readonly lfts?: string;
}

/** An engine that fails never returns by itself; none in use here takes so long, even on a busy machine. */
const PATIENCE_MS = 1_800_000;

/**
 * Lets OpenSM configure a simulated fabric once.
 *
 * @param folder holds `file`; a folder for the run is made in it and left there
 * @param dump also write OpenSM's dump of its tables (not for timing: it is written while routing)
 * @throws Error when OpenSM ends with an error or does not end
 */
export async function runOpensm(
  place: OpensmPlace,
  folder: string,
  file: string,
  options: {
    readonly engine: string;
    readonly flags?: readonly string[];
    readonly host: string;
    readonly dump: boolean;
  },
): Promise<OpensmOutcome> {
  const run = join(folder, `${options.engine}${options.dump ? "-dump" : ""}`);
  rmSync(run, { recursive: true, force: true });
  mkdirSync(join(run, "cache"), { recursive: true });
  const phases = join(run, "phases");
  const fabric = await startIbsim(place.ibsim, folder, file, options.host);
  try {
    await ended(
      place.opensm,
      [
        // Once and out, from nothing; messages that say when routing begins, and with 0x40 the dumps.
        ...["-o", "-e", "-d", "2", "-D", options.dump ? "0x47" : "0x07"],
        ...["-f", join(run, "osm.log"), "-R", `${options.engine},no_fallback`],
        ...(options.flags ?? []),
      ],
      run,
      {
        ...fabric.environment,
        LD_PRELOAD: `${place.clock} ${place.umad}`,
        FABRICLAB_PHASES: phases,
        OSM_TMP_DIR: run,
        OSM_CACHE_DIR: join(run, "cache"),
      },
    );
  } finally {
    fabric.stop();
  }
  const lfts = join(run, "opensm-lfts.dump");
  return {
    seconds: routingSeconds(
      existsSync(phases) ? readFileSync(phases, "utf8") : "",
    ),
    ...(options.dump ? { lfts } : {}),
  };
}

function ended(
  command: string,
  args: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = endsWithThis(
      spawn(command, args, {
        cwd,
        env: { ...process.env, ...environment },
        stdio: ["ignore", "ignore", "pipe"],
      }),
    );
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-2000);
    });
    const patience = setTimeout(() => void child.kill("SIGKILL"), PATIENCE_MS);
    child.on("error", reject);
    child.on("close", (code, signal) => {
      clearTimeout(patience);
      if (code === 0) resolve();
      else
        reject(
          new Error(
            `${command} ${args.join(" ")} ended with ${signal ?? String(code)}: ${said.slice(-400)}`,
          ),
        );
    });
  });
}
