import type { Json } from "@fabriclab/spec";
import type { Setting } from "./factor.ts";
import { keyOf } from "./key.ts";
import type { Point } from "./point.ts";

/** A run that is to be done: a point under one seed. */
export interface PlannedRun {
  /** Of everything that the result depends on, as 64 hexadecimal digits. */
  readonly key: string;
  readonly point: Point;
  readonly seed: number;
}

/** Runs that are done one after the other and whose results are one file. */
export interface Shard {
  /** Of its runs' keys, as 64 hexadecimal digits. */
  readonly key: string;
  /** For people: `runs 1 to 40`. */
  readonly label: string;
  readonly runs: readonly PlannedRun[];
  /** Runs that ended the process that did them, twice: they are recorded as failed. Key -> why. */
  readonly poisoned: Readonly<Record<string, string>>;
}

/** What all runs of a sweep depend on besides point and seed. */
export interface Identity {
  /** The scenario with everything that it reads. */
  readonly scenario: Json;
  /** Name -> version, or digest of the sources, of what computes. */
  readonly code: Readonly<Record<string, string>>;
}

/**
 * The key of a run: SHA-256 of (experiment, seed, code).
 *
 * @param identity its hash, which is the same for all runs
 */
export const runKey = (
  identity: string,
  sets: readonly Setting[],
  seed: number,
): string =>
  keyOf({
    identity,
    sets: sets.map(({ path, value }) => [path, value]),
    seed,
  });

export const identityHash = ({ scenario, code }: Identity): string =>
  keyOf({ scenario, code });

/** Most runs of a shard: a kill may cost the run under way and no more, but a file should not take long to read. */
const MAX_RUNS = 256;
/** Files that a round of runs is divided into, where there are as many runs. */
const FILES = 256;

/** Runs of a shard of so many in all; `size` where somebody says so, else as many as make 256 shards, at most 256. */
export const runsInShard = (runs: number, size?: number): number =>
  size ?? Math.min(MAX_RUNS, Math.max(1, Math.ceil(runs / FILES)));

/**
 * Divides runs into shards: a function of the runs alone, so that whoever does them, wherever, makes the same files.
 *
 * @param size see {@link runsInShard}
 */
export function shardsOf(runs: readonly PlannedRun[], size?: number): Shard[] {
  const each = runsInShard(runs.length, size);
  const shards: Shard[] = [];
  for (let at = 0; at < runs.length; at += each) {
    const part = runs.slice(at, at + each);
    const [first] = part;
    shards.push({
      key: keyOf(part.map(({ key }) => key)),
      label:
        part.length === 1 && first !== undefined
          ? `${first.point.label}, seed ${first.seed}`
          : `runs ${at + 1} to ${at + part.length} of ${runs.length}`,
      runs: part,
      poisoned: {},
    });
  }
  return shards;
}

/**
 * The order in which shards are begun: first, last, and then always the middle of what was left out. O(n log n).
 *
 * Why: runs of neighbours take about as long as each other, and those at one end of a sweep (the high loads) often many times as long as those at the other.
 * So the rate tells early how long all will take, the last shards are not all long ones, and V8 sees everything that the runs do before it compiles.
 */
export function spread<T>(list: readonly T[]): T[] {
  const taken = new Set<number>();
  let step = 1;
  while (step < list.length - 1) step *= 2;
  for (; step >= 1; step /= 2) {
    for (let at = 0; at < list.length; at += step) taken.add(at);
    if (list.length > 0) taken.add(list.length - 1);
  }
  return [...taken].map((at) => list[at]!);
}
