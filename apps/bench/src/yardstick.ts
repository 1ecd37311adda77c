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

const source = fileURLToPath(
  new URL("../yardstick/yardstick.cc", import.meta.url),
);
const compiled = new Map<number, string>();

/** The C++ yardstick for a number of lanes, compiled once; undefined where there is no g++. */
function binary(V: number): string | undefined {
  const known = compiled.get(V);
  if (known !== undefined) return known;
  const file = join(
    mkdtempSync(join(tmpdir(), "fabriclab-yardstick-")),
    `yardstick-${String(V)}`,
  );
  try {
    execFileSync(
      "g++",
      ["-O3", "-march=native", `-DVL=${String(V)}`, source, "-o", file],
      { stdio: ["ignore", "ignore", "pipe"] },
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  compiled.set(V, file);
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
  const file = binary(V);
  if (file === undefined) return undefined;
  return measuredProcess<YardstickFigures>(file, [
    `K=${String(K)}`,
    `bytes=${String(bytes)}`,
    `load=${String(load)}`,
    `hops=${String(hops)}`,
  ]);
}
