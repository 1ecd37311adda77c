import {
  effectiveBisection,
  routeCounts,
  worstPermutation,
  worstShift,
  type Bisection,
  type RouteCounts,
  type Worst,
} from "@fabriclab/analysis-balance";
import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { channelName, nodeName } from "../naming/names.ts";
import type { AuditReport } from "./report.ts";

/** What a fabric's channels carry, and what that leaves of the bandwidth. */
export interface Balance {
  readonly counts: RouteCounts;
  readonly bisection: Bisection;
  readonly shift: Worst;
  readonly permutation: Worst;
  /** Of the random ones. */
  readonly seed: number;
  /** By the links' rates. */
  readonly byRate: boolean;
}

export interface BalanceOptions {
  readonly endports: readonly EndportIx[];
  /** Random bisections, and random permutations. */
  readonly samples: number;
  readonly seed: number;
  readonly byRate: boolean;
  readonly onProgress: (part: string, fraction: number) => void;
}

/** Measures what `balanceReport` says. */
export function measureBalance(
  fabric: Fabric,
  tables: ForwardingTables,
  { endports, samples, seed, byRate, onProgress }: BalanceOptions,
): Balance {
  const progress = (part: string) => ({
    onProgress: (done: number, total: number) => {
      onProgress(part, done / total);
    },
  });
  onProgress("routes per channel", 0);
  const counts = routeCounts(fabric, tables, { endports });
  const random = { endports, samples, seed, byRate };
  return {
    counts,
    bisection: effectiveBisection(fabric, tables, {
      ...random,
      ...progress("bisections"),
    }),
    shift: worstShift(fabric, tables, {
      ...{ endports, byRate },
      ...progress("shifts"),
    }),
    permutation: worstPermutation(fabric, tables, {
      ...random,
      ...progress("permutations"),
    }),
    seed,
    byRate,
  };
}

/** The part of a report that says how evenly channels are used. */
export type BalanceReport = Pick<
  AuditReport,
  | "maxRoutesPerChannel"
  | "balance"
  | "bisection"
  | "worstShift"
  | "worstPermutation"
>;

/** Channels that a report names of a kind. */
const EXAMPLES = 3;
const PERCENTILES = [0, 25, 50, 75, 95, 100];
/** A bundle of cables whose busiest carries more than so many times the routes of its idlest is not evenly used. */
const EVEN = 2;

/** Names instead of indexes, per cent instead of parts. */
export function balanceReport(
  fabric: Fabric,
  { counts, bisection, shift, permutation, seed, byRate }: Balance,
): BalanceReport {
  const { channels, routes, dark, bundles } = counts;
  const name = (channel: number | undefined): string =>
    channel === undefined ? "" : channelName(fabric, channel);
  const uneven = bundles.filter(
    ({ routes: own }) => Math.max(...own) > EVEN * Math.min(...own),
  );
  const [worst] = uneven.toSorted(
    (a, b) => Math.max(...b.routes) - Math.max(...a.routes),
  );
  const at = (percent: number): number =>
    // `channels` begins with the busiest
    routes[
      channels[Math.round(((100 - percent) / 100) * (channels.length - 1))] ??
        -1
    ] ?? 0;
  return {
    maxRoutesPerChannel: counts.max,
    balance: {
      busiestChannel: name(channels[0]),
      meanRoutesPerChannel: counts.mean,
      distribution: Object.fromEntries(
        PERCENTILES.map((percent) => [String(percent), at(percent)]),
      ),
      channels: channels.length,
      darkChannels: dark.length,
      darkExamples: dark.slice(0, EXAMPLES).map(name),
      parallelCables: {
        bundles: bundles.length,
        uneven: uneven.length,
        worst:
          worst === undefined
            ? ""
            : `${nodeName(fabric, worst.from)} -> ${nodeName(fabric, worst.to)}: ${worst.routes.join(", ")} routes`,
      },
    },
    bisection: {
      value: bisection.value * 100,
      ci95: bisection.ci95 * 100,
      unit: "%",
      samples: bisection.samples,
      seed,
      byRate,
    },
    worstShift: {
      value: shift.mean * 100,
      shift: shift.which,
      shifts: shift.looked,
      ofShifts: shift.all ?? shift.looked,
      flows: shift.most,
      busiestChannel: name(shift.channel),
    },
    worstPermutation: {
      value: permutation.mean * 100,
      samples: permutation.looked,
      flows: permutation.most,
      busiestChannel: name(permutation.channel),
    },
  };
}
