import { Congestion } from "@fabriclab/analysis-balance";
import { randomStream } from "@fabriclab/kernel";
import { switchPlanes } from "@fabriclab/paths";
import type { Fabric, ForwardingTables, RandomStream } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { batchSizes, type Series } from "./differences.ts";

export interface BisectionOptions {
  /** Whose flows; two or more. */
  readonly endports: readonly EndportIx[];
  /** Random bisections, two or more. */
  readonly samples: number;
  readonly seed: number;
  /** The fabric whose parts are halved each for itself, where that at hand is what a failure left of it; default: that at hand. */
  readonly whole?: Fabric;
}

/**
 * Effective bisection bandwidth, bisection by bisection, in per cent of full: what `effectiveBisection` takes the mean of. For the same endports, seed and
 * `whole` the bisections are the same under any tables, so that two series can be compared pair by pair.
 *
 * Complexity: O(samples · endports · path length).
 */
export function bisectionSeries(
  fabric: Fabric,
  tables: ForwardingTables,
  { endports, samples, seed, whole = fabric }: BisectionOptions,
): Series {
  const random = randomStream(seed, "bisections");
  const congestion = new Congestion(fabric, tables);
  const { of } = switchPlanes(whole);
  const planes = new Map(
    endports.map((one) => [one, of[whole.attachment(one)?.sw ?? -1] ?? -1]),
  );
  const order = [...endports];
  const means = batchSizes(samples).map((size) => {
    let sum = 0;
    for (let i = 0; i < size; i++) {
      shuffle(order, random);
      const sources: EndportIx[] = [];
      const destinations: EndportIx[] = [];
      for (const part of partsOf(order, planes)) {
        const half = part.length >> 1;
        sources.push(...part.slice(0, half));
        destinations.push(...part.slice(half, 2 * half));
      }
      sum += congestion.of(sources, destinations).mean;
    }
    return (100 * sum) / size;
  });
  return { means, samples };
}

/** Endports by plane, in their order. */
function partsOf(
  order: readonly EndportIx[],
  planes: ReadonlyMap<EndportIx, number>,
): Iterable<EndportIx[]> {
  const parts = new Map<number, EndportIx[]>();
  for (const one of order) {
    const plane = planes.get(one) ?? -1;
    const part = parts.get(plane);
    if (part === undefined) parts.set(plane, [one]);
    else part.push(one);
  }
  return parts.values();
}

/** Fisher and Yates, from the end, as `effectiveBisection` shuffles. */
function shuffle(list: EndportIx[], random: RandomStream): void {
  for (let i = list.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    const [a, b] = [list[i], list[j]];
    if (a === undefined || b === undefined) continue;
    list[i] = b;
    list[j] = a;
  }
}
