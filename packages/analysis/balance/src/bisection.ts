import { randomStream } from "@fabriclab/kernel";
import { hostEndports, switchPlanes } from "@fabriclab/paths";
import {
  FabricError,
  type Fabric,
  type ForwardingTables,
  type RandomStream,
} from "@fabriclab/spec";
import { halfWidth } from "@fabriclab/sim";
import type { EndportIx } from "@fabriclab/units";
import {
  Congestion,
  type CongestionOptions,
  type Throughput,
} from "./congestion.ts";

/** Whose flows, and how many random sets of them. */
export interface SampleOptions extends CongestionOptions {
  /** Default: all host endports that own a LID and are cabled. */
  readonly endports?: readonly EndportIx[];
  /** Random bisections or permutations; default 200. */
  readonly samples?: number;
  /** Default 1. The same seed draws the same sets. */
  readonly seed?: number;
  /** Called now and then with the samples that are done. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Effective bisection bandwidth, as a part of full. */
export interface Bisection {
  /** Mean over the samples; 1 = every flow has the bandwidth of a channel. */
  readonly value: number;
  /** Half of the 95 % interval of the mean (Student-t). */
  readonly ci95: number;
  readonly samples: number;
}

/** Pairs of halves: in each, who sends, and to whom. */
export type BisectionDraws = readonly {
  readonly sources: readonly EndportIx[];
  readonly destinations: readonly EndportIx[];
}[];

/**
 * The bisections of `effectiveBisection`, for several measurements of the same endports.
 *
 * Complexity: O(samples · endports) time and memory.
 * @param endports two or more; two for a sample and more
 * @param whole the fabric whose parts are split
 * @throws FabricError E_BALANCE_SAMPLES
 */
export function drawBisections(
  whole: Fabric,
  endports: readonly EndportIx[],
  { samples = 200, seed = 1 }: Pick<SampleOptions, "samples" | "seed"> = {},
): BisectionDraws {
  refuseFew(endports.length, 2, "endports");
  refuseFew(samples, 2, "samples");
  const next = bisections(whole, endports, seed);
  return Array.from({ length: samples }, next);
}

/** Draws one bisection after the other. */
function bisections(
  whole: Fabric,
  endports: readonly EndportIx[],
  seed: number,
): () => BisectionDraws[number] {
  const order = [...endports];
  const random = randomStream(seed, "bisections");
  const planeOf = planesOf(whole, order);
  return () => {
    shuffle(order, random);
    const sources: EndportIx[] = [];
    const destinations: EndportIx[] = [];
    for (const part of partsOf(order, planeOf)) {
      const half = part.length >> 1;
      for (let i = 0; i < half; i++) {
        sources.push(part[i] ?? (0 as EndportIx));
        destinations.push(part[half + i] ?? (0 as EndportIx));
      }
    }
    return { sources, destinations };
  };
}

/**
 * Effective bisection bandwidth: endports are split into two random halves, each of one half sends to one of the other, all at once, and a flow has the
 * bandwidth that the busiest channel of its path leaves it. Of an odd number of endports one is left out, another in each sample. Parts of a fabric that no
 * cables join are split each for itself.
 *
 * Hoefler, Schneider and Lumsdaine: Multistage Switches are not Crossbars: Effects of Static Routing in High-Performance Networks. IEEE Cluster 2008.
 *
 * Complexity: O(samples · endports · path length).
 * @throws FabricError E_BALANCE_SAMPLES for fewer than two samples or endports
 */
export function effectiveBisection(
  fabric: Fabric,
  tables: ForwardingTables,
  options: SampleOptions & {
    /** The fabric whose parts are split, where that at hand is what failures left of it; default: that at hand. */
    readonly whole?: Fabric;
    /** Those of `drawBisections` for the same endports, samples, seed and `whole`, which are drawn else. */
    readonly draws?: BisectionDraws;
    /** Given the bandwidth of every sample. For the same endports, `seed` and `whole` the samples are the same under any tables, so that tables can be compared sample by sample. */
    readonly onSample?: (bandwidth: number) => void;
  } = {},
): Bisection {
  const { samples = 200, seed = 1, whole = fabric } = options;
  const { onProgress, onSample, draws } = options;
  const endports = endportsOf(fabric, tables, options);
  refuseFew(samples, 2, "samples");
  const congestion = new Congestion(fabric, tables, options);
  const next = bisections(whole, endports, seed);
  const means: number[] = [];
  for (let sample = 0; sample < samples; sample++) {
    onProgress?.(sample, samples);
    const { sources, destinations } = draws?.[sample] ?? next();
    const { mean } = congestion.of(sources, destinations);
    means.push(mean);
    onSample?.(mean);
  }
  const value = means.reduce((sum, mean) => sum + mean, 0) / samples;
  const squares = means.reduce((sum, mean) => sum + (mean - value) ** 2, 0);
  const ci95 = halfWidth(squares / (samples - 1), samples, 0.95);
  return { value, ci95, samples };
}

/** Endport -> the part of the fabric that it is in; undefined where cables join them all. */
function planesOf(
  fabric: Fabric,
  endports: readonly EndportIx[],
): ReadonlyMap<EndportIx, number> | undefined {
  const { count, of } = switchPlanes(fabric);
  if (count < 2) return undefined;
  return new Map(
    endports.map((one) => [one, of[fabric.attachment(one)?.sw ?? -1] ?? -1]),
  );
}

function partsOf(
  endports: EndportIx[],
  planeOf: ReadonlyMap<EndportIx, number> | undefined,
): EndportIx[][] {
  if (planeOf === undefined) return [endports];
  const parts = new Map<number, EndportIx[]>();
  for (const one of endports) {
    const plane = planeOf.get(one) ?? -1;
    const part = parts.get(plane);
    if (part === undefined) parts.set(plane, [one]);
    else part.push(one);
  }
  return [...parts.values()];
}

/** The worst of several sets of flows. */
export interface Worst extends Throughput {
  /** Which: the shift, or the number of the permutation from 0. */
  readonly which: number;
  /** Sets that were looked at. */
  readonly looked: number;
  /** Sets that there are; undefined for permutations, which are drawn. */
  readonly all: number | undefined;
}

/**
 * The worst of random permutations: every endport sends to one, and one sends to every endport.
 *
 * Complexity: O(samples · endports · path length).
 * @throws FabricError E_BALANCE_SAMPLES
 */
export function worstPermutation(
  fabric: Fabric,
  tables: ForwardingTables,
  options: SampleOptions = {},
): Worst {
  const { samples = 200, seed = 1, onProgress } = options;
  const endports = endportsOf(fabric, tables, options);
  refuseFew(samples, 1, "samples");
  const random = randomStream(seed, "permutations");
  const receivers = [...endports];
  const congestion = new Congestion(fabric, tables, options);
  return worstOf(congestion, samples, undefined, (i) => {
    onProgress?.(i, samples);
    shuffle(receivers, random);
    return { which: i, sources: endports, destinations: receivers };
  });
}

/** Flows that all shifts together may have; beyond, shifts are looked at that are evenly spread. */
const MOST_FLOWS = 1_000_000;

/**
 * The worst shift: endport i sends to endport i + s modulo their number, in the order given (default: endport order).
 *
 * All shifts are looked at up to 1,000 endports; beyond, so many that they have a million flows, evenly spread over all. `looked` says how many, `all` of how many.
 *
 * Complexity: O(shifts · endports · path length).
 * @throws FabricError E_BALANCE_SAMPLES
 */
export function worstShift(
  fabric: Fabric,
  tables: ForwardingTables,
  options: Omit<SampleOptions, "samples" | "seed"> = {},
): Worst {
  const endports = endportsOf(fabric, tables, options);
  const all = endports.length - 1;
  const looked = Math.max(
    1,
    Math.min(all, Math.floor(MOST_FLOWS / endports.length)),
  );
  const congestion = new Congestion(fabric, tables, options);
  return worstOf(congestion, looked, all, (i) => {
    options.onProgress?.(i, looked);
    const shift = 1 + Math.floor((i * all) / looked);
    return {
      which: shift,
      sources: endports,
      destinations: [...endports.slice(shift), ...endports.slice(0, shift)],
    };
  });
}

function worstOf(
  congestion: Congestion,
  looked: number,
  all: number | undefined,
  set: (i: number) => {
    readonly which: number;
    readonly sources: readonly EndportIx[];
    readonly destinations: readonly EndportIx[];
  },
): Worst {
  let worst: Worst | undefined;
  for (let i = 0; i < looked; i++) {
    const { which, sources, destinations } = set(i);
    const found = congestion.of(sources, destinations);
    if (worst === undefined || found.mean < worst.mean)
      worst = { ...found, which, looked, all };
  }
  return (
    worst ?? {
      ...{ mean: 1, most: 0, channel: undefined, slowest: 1 },
      ...{ which: 0, looked, all },
    }
  );
}

function endportsOf(
  fabric: Fabric,
  tables: ForwardingTables,
  options: SampleOptions,
): EndportIx[] {
  const endports = [...(options.endports ?? hostEndports(fabric, tables))];
  refuseFew(endports.length, 2, "endports");
  return endports;
}

function refuseFew(count: number, least: number, what: string): void {
  if (Number.isInteger(count) && count >= least) return;
  throw new FabricError({
    code: "E_BALANCE_SAMPLES",
    message: `too few ${what} to measure anything`,
    got: String(count),
    expected: `at least ${least} ${what}`,
  });
}

/** Fisher and Yates. */
function shuffle(list: EndportIx[], random: RandomStream): void {
  for (let i = list.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    const [a, b] = [list[i], list[j]];
    if (a === undefined || b === undefined) continue;
    list[i] = b;
    list[j] = a;
  }
}
