import { spawn } from "node:child_process";
import { join } from "node:path";
import { endsWithThis } from "../living.ts";

/** A fabric that ibsim simulates, until it is stopped. */
export interface SimulatedFabric {
  /** What a process needs to be on it, as the fabric's first host. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): void;
}

/** Time that ibsim may take to read a fabric. */
const PATIENCE_MS = 60_000;
let started = 0;

/**
 * Starts ibsim on a topology file in `folder` and waits until it says that it is ready.
 *
 * @param host node id of the host that processes sit on, `H-0000000000100000`
 * @throws Error when ibsim is not there, ends, or does not get ready
 */
export function startIbsim(
  binary: string,
  folder: string,
  file: string,
  host: string,
): Promise<SimulatedFabric> {
  // An abstract socket's name: several ibsims run side by side.
  const socket = `fabriclab-${String(process.pid)}-${String((started += 1))}`;
  const environment = { IBSIM_SOCKNAME: socket, SIM_HOST: host };
  return new Promise((resolve, reject) => {
    const child = endsWithThis(
      spawn(
        binary,
        // Room for fabrics beyond its defaults of 2,048 nodes, 16,384 ports and 512 switches.
        [
          ...["-s", "-n", "-N", "32768", "-S", "4096", "-P", "131072"],
          join(folder, file),
        ],
        {
          cwd: folder,
          env: { ...process.env, ...environment },
          stdio: ["ignore", "pipe", "pipe"],
        },
      ),
    );
    let said = "";
    const patience = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`ibsim did not get ready: ${said.slice(-300)}`));
    }, PATIENCE_MS);
    const hear = (chunk: Buffer): void => {
      said = (said + chunk.toString()).slice(-4000);
      if (!said.includes("simulator ready")) return;
      clearTimeout(patience);
      resolve({ environment, stop: () => void child.kill("SIGKILL") });
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("error", (error) => {
      clearTimeout(patience);
      reject(error);
    });
    child.on("close", (code) => {
      clearTimeout(patience);
      reject(
        new Error(
          `ibsim ended with ${String(code)} before it was ready: ${said.slice(-300)}`,
        ),
      );
    });
  });
}
