import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endsWithThis } from "./living.ts";

/** A process that was begun. */
export interface Started<T> {
  readonly pid: number;
  readonly ended: Promise<T>;
}

/**
 * Begins a measured process; its end gives the one JSON object that it prints.
 *
 * @param detached as the first of a process group of its own, which a Ctrl-C of the terminal does not reach
 */
export function startProcess<T>(
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  detached = false,
): Started<T> {
  const child = endsWithThis(
    spawn(command, args, {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, ...environment },
      detached,
    }),
  );
  const ended = new Promise<T>((resolve, reject) => {
    let out = "";
    child.stdout.setEncoding("utf8");
    child.stdout.on("data", (chunk: string) => (out += chunk));
    child.on("error", reject);
    child.on("close", (code) => {
      if (code !== 0) {
        reject(
          new Error(`${command} ${args.join(" ")} ended with ${String(code)}`),
        );
        return;
      }
      try {
        resolve(JSON.parse(out) as T);
      } catch {
        reject(
          new Error(
            `${command} ${args.join(" ")} printed no JSON: ${out.slice(0, 200)}`,
          ),
        );
      }
    });
  });
  return { pid: child.pid ?? 0, ended };
}

/**
 * Runs a measured process alone and reads the one JSON object that it prints.
 *
 * A process of its own per point: V8's state left by one configuration must not colour the next, and CPU time is then the point's own.
 */
export const measuredProcess = <T>(
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<T> => startProcess<T>(command, args, environment).ended;

/**
 * Where Node keeps what it compiled of the sources.
 *
 * Why: Node strips types with a WebAssembly program whose memory grows, which detaches an `ArrayBuffer`; from then on V8 asks at each access to a
 * typed array whether it still has its buffer (3 % of a packet-hop), which it does not in the packages that are published, nor where the stripped
 * sources are kept, as the command keeps them.
 */
export const keptCode = join(tmpdir(), "fabriclab-bench-compiled");

/** A TypeScript measurement script of this folder, on this Node, from sources. */
export const measuredScript = <T>(
  script: URL,
  configuration: unknown,
  nodeFlags: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<T> =>
  measuredProcess<T>(
    process.execPath,
    [
      "--conditions=fabriclab-source",
      ...nodeFlags,
      script.pathname,
      JSON.stringify(configuration),
    ],
    { NODE_COMPILE_CACHE: keptCode, ...environment },
  );
