import type { EndportIx } from "@fabriclab/units";
import type { ChannelCounters } from "./channel-counters.ts";
import type { Fabric } from "./fabric.ts";
import type { Journal } from "./journal.ts";
import type { Distribution, MetricValue } from "./metric-value.ts";
import type { Options, Params, Plugin } from "./plugin.ts";
import type { ForwardingTables } from "./tables.ts";
import type { Traffic } from "./traffic.ts";
import type { ValueText } from "./value-text.ts";

export interface MetricContext {
  readonly fabric: Fabric;
  readonly tickPs: number;
  /** Host endports that send. */
  readonly sources: number;
  /** Host endports that could receive. */
  readonly receivers: number;
  /** Number of operations named by the traffic's tags; 0 where there are none. */
  readonly operations: number;
  /** ps per byte of a host link of the mean data rate, in which loads are counted (`meanBytePs`). */
  readonly hostBytePs: number;
  /** ps per byte of the link of this host. */
  bytePs(host: EndportIx): number;
  readonly offeredLoad: number | undefined;
  /** Those with which the run begins, without `portSets` where switches do not choose among them. Absent where no network stands behind the records. */
  readonly tables?: ForwardingTables;
  /** The run's traffic in scenario order (bits 8-15 of JOURNAL_CLASS index it), for metrics that know a traffic's tags (frames, operations). */
  readonly traffic: readonly Traffic[];
}

/** Plain data: what JSON can hold. */
export type MetricState =
  | null
  | number
  | string
  | readonly MetricState[]
  | { readonly [key: string]: MetricState };

/** Observer of one run. `merge` is associative and commutative; merged observers give the same result in any order. */
export interface Metric {
  /** Reads the journal of a slice of the measured interval; slices without a record are left out. */
  observe(journal: Journal): void;
  /** Channel counters of the measured interval, given once at its end. */
  channels?(counters: ChannelCounters, ticks: number): void;
  /** Start of the measured interval: forget what was seen in warm-up. */
  reset(atTick: number): void;
  /** Adds another observer of the same kind and options (another replication or thread); one that has read no record changes nothing, and may be left out. */
  merge(other: this): void;
  /**
   * What was seen, as plain data that crosses a thread. With `mergeState`, percentiles are pooled over replications; a metric that gives no
   * `percentiles` needs neither.
   */
  state?(): MetricState;
  /** As `merge`, of what another observer's `state` gave. */
  mergeState?(state: MetricState): void;
  /** Distributions of those results that are means of single values, by the result's name; results keep percentiles only. */
  distributions?(): Readonly<Record<string, Distribution>>;
  /** @param ticks length of the measured interval */
  result(ticks: number): Readonly<Record<string, MetricValue>>;
  /**
   * As `result`, of each name its value alone (NaN where it is absent), in any order: confidence intervals ask it of every batch, and of short runs that is
   * most of the work. Absent = they ask `result`.
   */
  eachValue?(ticks: number, take: (name: string, value: number) => void): void;
  /**
   * An empty observer that needs less memory than this one, for a batch: a run has some hundred batches. It is asked for the values of its results only, which
   * must be the ones that this observer would give, and is merged only with others that `forBatch` made. Absent = a batch gets an observer as `create` makes it,
   * and the run's own is merged from those.
   */
  forBatch?(): Metric;
}

/** How a value of a metric wants to be drawn, where its unit and shape do not say it. */
export interface MetricPlot {
  /** `curve` over a factor with numbers, `bars` over categories, `distribution` of its percentiles. Absent = by what the results differ in. */
  readonly kind?: "curve" | "bars" | "distribution";
  /** Of its axis: `Mean latency`. Absent = its name. */
  readonly label?: string;
  /** Where the unit is 1: what it is a share of, `of the host link`. */
  readonly of?: string;
}

export interface MetricPlugin<P extends Params = Params> extends Plugin<
  "metric",
  P,
  { readonly unit: string }
> {
  /** Its observers read the journal's `injected` records, too. */
  readonly injections?: true;
  /** Its observers read `waitTicks` of the channel counters. */
  readonly waits?: true;
  /** Its observers read `queueTicks` of the channel counters. */
  readonly queues?: true;
  /** Whether observers with these options read the DLIDs of the journal's records ({@link journalDlid}). Absent = never. */
  dlids?(options: Options<P>): boolean;
  /**
   * What a packet counts for depends on packets before it (order, deadlines), so that parts of the measured interval cannot be observed apart and merged:
   * one observer reads all of it, and there is no confidence interval from batches. Observers of several runs merge as always.
   */
  readonly sequential?: true;
  /**
   * Its times are of traffic that waits for its own answers, so they are steady where the network is saturated by other traffic, and are not withdrawn
   * there as latencies are.
   */
  readonly closedLoop?: true;
  /**
   * Whether its results are about this traffic: one that is about operations, frames or barriers says nothing of traffic without. Absent = they are about all. Its
   * times are kept where only traffic that they are not about is saturated.
   */
  covers?(traffic: Traffic): boolean;
  /** Name of one of its values -> how it is drawn unless somebody says otherwise. Values that are not listed are drawn as `<name>.*` says, else by their unit and shape. */
  readonly plots?: Readonly<Record<string, MetricPlot>>;
  /** Name of one of its values, without its class (`latency`, not `latency.sl3`) -> what it is. For values that are not listed, the plugin's summary is shown. */
  readonly values?: Readonly<Record<string, ValueText>>;
  create(context: MetricContext, options: Options<P>): Metric;
}
