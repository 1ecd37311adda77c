import {
  droppedCopies,
  JOURNAL_BIRTH,
  JOURNAL_CLASS,
  JOURNAL_KIND,
  JOURNAL_PLACE,
  JOURNAL_STRIDE,
  JOURNAL_TAG,
  JOURNAL_TIME,
  journalBirth,
  JournalKind,
  type Frames,
  type Journal,
  type Metric,
  type MetricContext,
  type MetricValue,
  type Traffic,
} from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { FrameTable } from "./frame-table.ts";
import { tallyStream, type DeadlineOrigin, type Tally } from "./tally.ts";

const TOO_EARLY =
  "no deadline came due: what was measured ends before the first one, a frame period after its beginning";
const ALL_EARLY =
  "deadline: no deadline came due in this run, as every frame that arrived did so before the first one";

/** One traffic entry whose tags are frames. */
interface VideoEntry {
  readonly frames: Frames;
  /** Whether a frame is for an endport, where that is to be asked. */
  readonly isReceiver: Traffic["isReceiver"];
  readonly table: FrameTable;
  /** It ends by itself. */
  readonly finite: boolean;
}

/** How a metric is to judge frames, and of what it gives results. */
export interface DeadlineOptions {
  readonly origin: DeadlineOrigin | "both";
  /** Of every traffic entry with frames, too. */
  readonly split: "none" | "traffic";
}

/** Frames of which nothing arrived: neither missed nor damaged. */
const failureOf = ({ lost, delivered }: Tally): { failure?: string } =>
  lost === 0
    ? {}
    : {
        failure: `${lost} of ${lost + delivered} frames lost all their packets`,
      };

/**
 * Frames that miss their deadlines. What was seen is kept frame by frame (32 bytes for each destination), because a deadline depends on the frame before and
 * observers of parts of a run are merged in any order; the rule is applied when the result is asked for.
 */
export class DeadlineMetric implements Metric {
  readonly #nsPerTick: number;
  readonly #origin: DeadlineOrigin;
  /** The other origin, where both are asked for. */
  readonly #second: DeadlineOrigin | undefined;
  /** Traffic index -> its streams; undefined for traffic without frames. */
  readonly #entries: readonly (VideoEntry | undefined)[];
  readonly #isSplit: boolean;
  #start = 0;

  constructor(
    { tickPs, traffic }: MetricContext,
    { origin, split }: DeadlineOptions,
  ) {
    this.#nsPerTick = tickPs / 1000;
    this.#origin = origin === "both" ? "generation" : origin;
    this.#second = origin === "both" ? "first-arrival" : undefined;
    this.#isSplit = split === "traffic";
    this.#entries = traffic.map((one) =>
      one.frames === undefined
        ? undefined
        : {
            frames: one.frames,
            isReceiver: one.isReceiver?.bind(one),
            table: new FrameTable(),
            finite: one.finite,
          },
    );
  }

  observe(journal: Journal): void {
    const { records, count, baseTick } = journal;
    // Why copies: V8 reads what is imported from memory at every use.
    const { delivered, injected } = JournalKind;
    const [stride, kindAt, classAt] = [
      JOURNAL_STRIDE,
      JOURNAL_KIND,
      JOURNAL_CLASS,
    ];
    const [tagAt, birthAt, timeAt, placeAt] = [
      JOURNAL_TAG,
      JOURNAL_BIRTH,
      JOURNAL_TIME,
      JOURNAL_PLACE,
    ];
    const entries = this.#entries;
    const end = count * stride;
    for (let at = 0; at < end; at += stride) {
      const kind = records[at + kindAt]!;
      if (kind === injected) continue;
      const word = records[at + classAt]!;
      const entry = entries[(word >>> 8) & 0xff];
      if (entry === undefined) continue;
      const tag = records[at + tagAt]!;
      // Packets of no frame, such as the probes of connections.
      if (tag < 0) continue;
      const { table, isReceiver } = entry;
      const birth = baseTick + journalBirth(journal, records[at + birthAt]!);
      if (kind === delivered) {
        const place = records[at + placeAt]! as EndportIx;
        if (isReceiver?.(tag, place) === false) continue;
        table.delivered(tag, birth, place, baseTick + records[at + timeAt]!);
      } else table.dropped(tag, birth, droppedCopies(word));
    }
  }

  reset(atTick: number): void {
    this.#start = atTick;
    for (const entry of this.#entries) entry?.table.clear();
  }

  merge(other: DeadlineMetric): void {
    this.#start = Math.min(this.#start, other.#start);
    this.#entries.forEach((entry, index) => {
      const from = other.#entries[index];
      if (from !== undefined) entry?.table.merge(from.table);
    });
  }

  result(ticks: number): Record<string, MetricValue> {
    const all = this.#entries.filter((entry) => entry !== undefined);
    const results = this.#resultOf(all, ticks);
    if (!this.#isSplit) return results;
    for (const [index, entry] of this.#entries.entries()) {
      if (entry === undefined) continue;
      const ofOne = Object.entries(this.#resultOf([entry], ticks));
      // What went wrong is said of the whole.
      for (const [name, { failure: _, note: __, ...value }] of ofOne)
        results[`${name}.traffic${index}`] = value;
    }
    return results;
  }

  #resultOf(
    entries: readonly VideoEntry[],
    ticks: number,
  ): Record<string, MetricValue> {
    const tally = this.#tally(entries, this.#origin);
    const interval = {
      end: this.#start + ticks,
      finite: entries.every(({ finite }) => finite),
    };
    const { delivered, damaged } = tally;
    const absent =
      entries.length === 0
        ? "no traffic of this run has frames"
        : delivered === 0
          ? "no frame was delivered"
          : undefined;
    const none = (unit: string): MetricValue => ({
      value: NaN,
      unit,
      absent: absent ?? "",
    });
    const second = this.#second;
    const { deadline, ...lateness } = this.#missed(
      "deadline",
      tally,
      interval,
      absent,
    );
    return {
      deadline: { ...deadline!, ...failureOf(tally) },
      ...lateness,
      "deadline.damaged":
        absent === undefined
          ? { value: damaged / delivered, unit: "1" }
          : none("1"),
      "deadline.frame":
        absent === undefined ? this.#spread(tally.frameTimes) : none("ns"),
      ...(second === undefined
        ? {}
        : this.#missed(
            `deadline.${second}`,
            this.#tally(entries, second),
            interval,
            absent,
          )),
    };
  }

  /**
   * What depends on the origin: how many frames missed their deadlines, and how late these were. Before the first deadline no frame can miss one: that none did
   * says nothing where others were on their way.
   *
   * @param interval tick after the measured interval; and whether all of the frames end by themselves
   */
  #missed(
    name: string,
    tally: Tally,
    { end, finite }: { readonly end: number; readonly finite: boolean },
    nothing: string | undefined,
  ): Record<string, MetricValue> {
    const { delivered, lateness, damaged, lost, incomplete } = tally;
    const isEarly = tally.firstDue > Math.max(end, tally.lastArrival);
    const isWhole = finite && incomplete === 0;
    const absent = nothing ?? (isEarly && !isWhole ? TOO_EARLY : undefined);
    const missed = lateness.length;
    const detail = { delivered, missed, damaged, lost, incomplete };
    const none = (unit: string, why: string): MetricValue => ({
      value: NaN,
      unit,
      absent: why,
    });
    if (absent !== undefined)
      return {
        [name]: { ...none("1", absent), detail },
        [`${name}.lateness`]: none("ns", absent),
      };
    return {
      [name]: {
        value: missed / delivered,
        unit: "1",
        detail,
        ...(isEarly ? { note: ALL_EARLY } : {}),
      },
      [`${name}.lateness`]:
        missed === 0
          ? none("ns", "no frame missed its deadline")
          : this.#spread(lateness),
    };
  }

  #tally(entries: readonly VideoEntry[], origin: DeadlineOrigin): Tally {
    const tally: Tally = {
      delivered: 0,
      lateness: [],
      damaged: 0,
      lost: 0,
      incomplete: 0,
      frameTimes: [],
      firstDue: Infinity,
      lastArrival: -Infinity,
    };
    for (const { table, frames } of entries) {
      const { streams } = frames;
      for (let stream = 0; stream < streams; stream++)
        tallyStream(
          tally,
          {
            table,
            stream,
            streams,
            packets: frames.packets.bind(frames),
            period: frames.periodTicks,
            receivers: frames.receivers?.(stream) ?? 1,
          },
          this.#start,
          origin,
        );
    }
    return tally;
  }

  /** Mean of some times, and how they lie; at least one. */
  #spread(ticks: readonly number[]): MetricValue {
    const ordered = Float64Array.from(ticks).sort();
    const ns = (value: number): number => value * this.#nsPerTick;
    const rank = (p: number): number =>
      ordered[Math.max(1, Math.ceil((p / 100) * ordered.length)) - 1] ?? NaN;
    return {
      // Summed in order of size, so that merging in another order gives the same bits.
      value: ns(ordered.reduce((sum, t) => sum + t, 0) / ordered.length),
      unit: "ns",
      // Not `percentiles`: those are pooled over replications, whose frames have the same tags.
      detail: {
        count: ordered.length,
        p50: ns(rank(50)),
        p90: ns(rank(90)),
        p99: ns(rank(99)),
        max: ns(rank(100)),
      },
    };
  }
}
