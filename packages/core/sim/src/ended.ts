import type { Blocked } from "@fabriclab/network";
import type { ChannelCounters, MetricValue } from "@fabriclab/spec";
import type { PacketCounts, RunStatus } from "./experiment.ts";
import type { MetricSet } from "./metric-set.ts";

/** How a run ended and what it saw. */
export interface Ended {
  readonly status: RunStatus;
  readonly verdict: string;
  /** Tick at which the measured interval starts. */
  readonly warmup: number;
  /** Tick at which simulated time ends. */
  readonly end: number;
  /** Observers over the measured interval, without channel counters. */
  readonly metrics: MetricSet;
  /** Ticks of the measured interval. */
  readonly ticks: number;
  /** What the channels carried in it, where that is not all that they have carried since they were asked. */
  readonly counters?: ChannelCounters;
  /** Packets until then, where the engine came farther. */
  readonly packets?: PacketCounts;
  /** Makes the last changes to a result: an interval added, a value withdrawn. */
  readonly finish: (name: string, value: MetricValue) => MetricValue;
  readonly deadlock?: readonly Blocked[];
  /** No packet arrived, and all that came to an end were unroutable. */
  readonly unroutable?: true;
  /** Indices of the entries of which the network takes less than they offer, where that is not all of the traffic. */
  readonly saturated?: readonly number[];
}

const TIMES: ReadonlySet<string> = new Set([
  "ps",
  "ns",
  "us",
  "µs",
  "ms",
  "s",
  "ticks",
]);

/** Withdraws a result that is a time and so has no steady value; anything else is left as it is. */
export function withoutTime(value: MetricValue, why: string): MetricValue {
  if (!TIMES.has(value.unit)) return value;
  return { value: Number.NaN, unit: value.unit, absent: why };
}
