import type { EndportIx } from "@fabriclab/units";
import type { Fabric } from "./fabric.ts";
import type { Options, Params, Plugin } from "./plugin.ts";
import type { ForwardingTables } from "./tables.ts";
import type { Traffic } from "./traffic.ts";
import type { ValueText } from "./value-text.ts";

/**
 * The journal: what happened in a slice of simulated time. The engine appends records; metrics read them between slices, so that no metric
 * runs in the hot loop. Records are `JOURNAL_STRIDE` words of an Int32Array.
 */
export interface Journal {
  readonly records: Int32Array;
  /** Number of records, not words. */
  readonly count: number;
  /** Add this to `JOURNAL_TIME` and to what {@link journalBirth} gives (which are relative, may be negative) for absolute ticks. */
  readonly baseTick: number;
  /** Births, in absolute ticks, of packets that have waited for so long that a record has no room for them; see {@link journalBirth}. */
  readonly lateBirths: ArrayLike<number>;
}

/** Births before this, in ticks after the journal's `baseTick`, stand in `Journal.lateBirths`. */
export const FIRST_BIRTH = -0x40000000;

/**
 * The birth of a packet, in ticks after the journal's `baseTick`.
 * @param word the record's `JOURNAL_BIRTH`
 */
export const journalBirth = (journal: Journal, word: number): number =>
  word >= FIRST_BIRTH ? word : lateBirth(journal, word);

// Why apart: such births are rare, and what is called for every record must be small.
const lateBirth = ({ lateBirths, baseTick }: Journal, word: number): number =>
  lateBirths[lateBirthIndex(word)]! - baseTick;

/** Index into `Journal.lateBirths` of a `JOURNAL_BIRTH` below {@link FIRST_BIRTH}. */
export const lateBirthIndex = (word: number): number => FIRST_BIRTH - 1 - word;

/** The `JOURNAL_BIRTH` whose index is this. */
export const lateBirthWord = (index: number): number => FIRST_BIRTH - 1 - index;

export const JOURNAL_STRIDE = 8;
/** What happened: one of `JournalKind`. */
export const JOURNAL_KIND = 0;
/** When, in ticks after `baseTick`: for a delivery, the last bit's arrival. */
export const JOURNAL_TIME = 1;
/** The packet's birth: {@link journalBirth} reads it. */
export const JOURNAL_BIRTH = 2;
/** Source endport. */
export const JOURNAL_SOURCE = 3;
/** Where it happened: destination endport of a delivery; port index of a drop or an injection, -1 at a switch's own endport. */
export const JOURNAL_PLACE = 4;
/** Bytes on the wire. */
export const JOURNAL_BYTES = 5;
/** The traffic's tag. */
export const JOURNAL_TAG = 6;
/**
 * SL in bits 0-3, VL in bits 4-7, traffic index in bits 8-15; in a `dropped` record the `DropCause` in bits 16-19, and in bits 20-31 one less than the
 * receivers that lose their copy by it (see {@link droppedCopies}). In the other records the DLID in bits 16-31, where a metric of the run asks for it
 * (`MetricPlugin.dlids`); else these are 0.
 */
export const JOURNAL_CLASS = 7;

/** Most receivers that one `dropped` record stands for; a drop that more lose by is written as several. */
export const MAX_DROPPED_COPIES = 1 << 12;

/**
 * How many drops a `dropped` record counts for: a multicast packet that is discarded before it branches is lost to every receiver that it would still have
 * reached.
 * @param word the record's `JOURNAL_CLASS`
 */
export const droppedCopies = (word: number): number => (word >>> 20) + 1;

/**
 * DLID of a delivered or injected packet, 0 where no metric of the run asks for it.
 * @param word the record's `JOURNAL_CLASS`
 */
export const journalDlid = (word: number): number => word >>> 16;

/**
 * `injected`, when a packet's first bit leaves its host, is recorded only where a metric of the run asks for it (`MetricPlugin.injections`), or
 * endless traffic stands beside finite traffic: it would nearly double the journal.
 */
export const JournalKind = { delivered: 0, injected: 1, dropped: 2 } as const;

/** Per-channel counters over the measured interval, indexed by sending port. */
export interface ChannelCounters {
  readonly packets: Float64Array;
  /** Ticks during which the channel carried a packet. */
  readonly busyTicks: Float64Array;
  /**
   * Ticks during which the port had data to transmit and transmitted nothing, for lack of credits or of arbitration (`PortXmitWait` of InfiniBand, in ticks of
   * the run). Present where a metric of the run asks for them (`MetricPlugin.waits`): it costs time at every hop.
   */
  readonly waitTicks?: Float64Array;
  /**
   * How long packets that came over the channel waited in the input buffer of the switch at its end, in ticks, added up over packets: over the length of the
   * interval it is the mean number that waited. A packet waits from the tick on in which it could go on, the routing delay behind it, until the crossbar begins to
   * read it. 0 for channels to hosts. Present where a metric of the run asks for it (`MetricPlugin.queues`).
   */
  readonly queueTicks?: Float64Array;
}

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

export interface MetricValue {
  readonly value: number;
  /** `ps`, `ns`, `1`, `B/s`, `packets` … */
  readonly unit: string;
  /** Half-width of the confidence interval, of 95 % unless `measure.confidence` asks for another level; absent where it is not defined. */
  readonly ci95?: number;
  /** Percentile -> value, keys such as `50`, `99`, `99.9`. */
  readonly percentiles?: Readonly<Record<string, number>>;
  /** Anything else worth a column: min, max, count. */
  readonly detail?: Readonly<Record<string, number>>;
  /** Why there is no number (`value` is then NaN and printed as null). */
  readonly absent?: string;
  /** What of the run did not succeed, to be said beside its status: `1 of 4 connections failed`. That a run came to its end does not say that all in it did. */
  readonly failure?: string;
  /** A sentence that who reads the value must know, such as what of the experiment could not do its part. */
  readonly note?: string;
}

/**
 * How many single values lie where: pairs of the greatest value that a bucket holds and the number of values in it, rising; empty buckets are left
 * out. At each of these places the share of values at or below is exact. Runs whose buckets have equal borders are merged by adding counts.
 */
export interface Distribution {
  /** As of the result of that name. */
  readonly unit: string;
  readonly buckets: readonly (readonly [upTo: number, count: number])[];
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
