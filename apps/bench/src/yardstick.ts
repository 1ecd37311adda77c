import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { measuredProcess } from "./child.ts";
import type { NetworkFigures } from "./points/network.ts";

export interface YardstickPoint {
  readonly K: number;
  readonly V: number;
  readonly bytes: number;
  readonly load: number;
  readonly hops: number;
}

const compiled = new Map<string, string>();

/** A program of `yardstick/`, compiled once; undefined where there is no g++. */
function binary(
  name: string,
  flags: readonly string[] = [],
): string | undefined {
  const key = [name, ...flags].join(" ");
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const source = fileURLToPath(
    new URL(`../yardstick/${name}.cc`, import.meta.url),
  );
  const file = join(mkdtempSync(join(tmpdir(), "fabriclab-yardstick-")), name);
  try {
    execFileSync(
      "g++",
      ["-O3", "-march=native", ...flags, source, "-o", file],
      { stdio: ["ignore", "ignore", "pipe"] },
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  compiled.set(key, file);
  return file;
}

export type YardstickFigures = Pick<
  NetworkFigures,
  | "nsPerHop"
  | "quickNsPerHop"
  | "quartersNsPerHop"
  | "eventsPerHop"
  | "hops"
  | "endTick"
  | "sums"
>;

/** Times the C++ yardstick on one point; undefined where there is no g++ to compile it. */
export async function runYardstick({
  K,
  V,
  bytes,
  load,
  hops,
}: YardstickPoint): Promise<YardstickFigures | undefined> {
  const file = binary("yardstick", [`-DVL=${String(V)}`]);
  if (file === undefined) return undefined;
  return measuredProcess<YardstickFigures>(file, [
    `K=${String(K)}`,
    `bytes=${String(bytes)}`,
    `load=${String(load)}`,
    `hops=${String(hops)}`,
  ]);
}

/** Of a network from its middle to its end. */
export interface SteadyFigures {
  readonly nsPerHop: number;
  readonly eventsPerHop: number;
  readonly hops: number;
  /** From the start: what two programs that do the same work have in common. */
  readonly sums: Readonly<
    Record<"hops" | "delivered" | "injected" | "latencyTicks", number>
  >;
}

/** Times the five-stage switch in C++ on a file of `apps/cli/scripts/kim-steady.ts`; undefined where there is no g++ to compile it. */
export async function runIbaYardstick(
  input: string,
): Promise<SteadyFigures | undefined> {
  const file = binary("iba");
  return file === undefined
    ? undefined
    : measuredProcess<SteadyFigures>(file, [input]);
}
