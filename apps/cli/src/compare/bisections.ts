import {
  effectiveBisection,
  type BisectionDraws,
} from "@fabriclab/analysis-balance";
import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { batchSizes, type Series } from "./differences.ts";

export interface BisectionOptions {
  /** Whose flows; two or more. */
  readonly endports: readonly EndportIx[];
  /** Random bisections, two or more. */
  readonly samples: number;
  readonly seed: number;
  /** By the links' rates, not as if all were equally fast; default false. */
  readonly byRate?: boolean;
  /** The fabric whose parts are halved each for itself, where that at hand is what a failure left of it; default: that at hand. */
  readonly whole?: Fabric;
  /** Of `drawBisections` for the same; default: drawn anew. */
  readonly draws?: BisectionDraws;
  /** Called now and then with the bisections that are done. */
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Effective bisection bandwidth, bisection by bisection, in per cent of full. For the same endports, seed and `whole` the bisections are the same under any
 * tables, so that two series can be compared pair by pair.
 *
 * Complexity: O(samples · endports · path length).
 */
export function bisectionSeries(
  fabric: Fabric,
  tables: ForwardingTables,
  {
    endports,
    samples,
    seed,
    byRate = false,
    whole = fabric,
    draws,
    onProgress,
  }: BisectionOptions,
): Series {
  const sizes = batchSizes(samples);
  const means: number[] = [];
  let sum = 0;
  let count = 0;
  effectiveBisection(fabric, tables, {
    ...{ endports, samples, seed, byRate, whole },
    ...(draws === undefined ? {} : { draws }),
    ...(onProgress === undefined ? {} : { onProgress }),
    onSample(bandwidth) {
      sum += bandwidth;
      count += 1;
      if (count < (sizes[means.length] ?? 0)) return;
      means.push((100 * sum) / count);
      sum = 0;
      count = 0;
    },
  });
  return { means, samples };
}
