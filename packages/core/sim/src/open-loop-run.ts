import type { Blocked } from "@fabriclab/network";
import type { Drive, JournalReader } from "./drive.ts";
import type { Ended } from "./ended.ts";
import { ExpectedEnd } from "./expected-end.ts";
import { Filling } from "./filling.ts";
import { whyNotBelieved } from "./not-believed.ts";
import type { RunProgress } from "./experiment.ts";
import { JournalSums } from "./load-window.ts";
import { Measurement } from "./measurement.ts";
import { MetricPool } from "./metric-pool.ts";
import { openLoopEnd, type Reason } from "./open-loop-end.ts";
import { packetTicks } from "./packet-ticks.ts";
import { CollapsingSeries } from "./statistics/collapsing-series.ts";
import { NOBODY_SILENT } from "./silent.ts";
import { SlowStart } from "./slow-start.ts";
import type { Saturation } from "./statistics/saturation.ts";
import {
  MIN_DELIVERED,
  precise,
  relativeHalfWidth,
} from "./statistics/stopping-rule.ts";
import { Unheard } from "./unheard.ts";
import { filledUp, fillsOn, warmedUp } from "./warm-up.ts";

/** Windows of the pilot; half of them remain whenever they are merged. */
const PILOT_WINDOWS = 512;
/** The first cut comes no later than this share of the longest run allowed. */
const LEAST_CUTS = 8;
/** Pilot windows per batch of the measurement. */
const WINDOWS_PER_BATCH = 8;
/** A run is looked at again when it has grown by this factor. */
const GROWTH = 1.25;
const NOBODY: readonly JournalReader[] = [];
const NO_ENTRY: ReadonlyMap<number, Saturation> = new Map();

/**
 * Runs endless traffic until its mean latency is known as precisely as asked, or it is seen to be saturated, or a cap is reached.
 *
 * *Warm-up.* Time is cut at T, 2T, 4T …; the measurement is begun anew at each cut, and at each cut MSER-5 is asked whether the transient ended in the
 * first half of all that was seen; of a saturated network, whose latencies grow for ever, whether that of the number of packets in it did. If so, what was
 * measured since the cut before is free of it and stays. Nothing is stored per packet.
 *
 * *Stopping.* Whenever the measurement has grown by a quarter: saturated (then until the accepted throughput is as precise as asked), converged, or a
 * deadlock.
 */
export async function runOpenLoop(drive: Drive): Promise<Ended> {
  const { measure } = drive.composition.experiment;
  const run = new OpenLoop(drive);
  const measurement = await (measure.warmup === "auto"
    ? run.pilot()
    : run.skip(Math.ceil(measure.warmup / drive.composition.tickPs)));
  return await run.measured(measurement);
}

/** What the pilot hands over. */
interface Begun {
  readonly measurement: Measurement;
  /** A cap or a deadlock ended the run before the warm-up was over. */
  readonly undecided: boolean;
}

class OpenLoop {
  readonly #drive: Drive;
  readonly #pool: MetricPool;
  readonly #unit: number;
  readonly #lastTick: number;
  readonly #unheard: Unheard;
  readonly #expected: ExpectedEnd;
  readonly #slow: SlowStart;
  readonly #filling: Filling;
  /** Management traffic that is known to queue in the network without end; what is measured since is the other traffic. */
  #queueing = NO_ENTRY;

  constructor(drive: Drive) {
    this.#drive = drive;
    this.#expected = new ExpectedEnd(drive);
    this.#unheard = new Unheard(drive);
    const { composition } = drive;
    this.#pool = new MetricPool(composition);
    this.#lastTick = Math.max(
      1,
      Math.floor(composition.experiment.measure.maxTime / composition.tickPs),
    );
    this.#filling = new Filling(drive);
    this.#slow = new SlowStart(composition, this.#lastTick);
    // A window per packet time, finer where the longest run allowed would not hold enough of them for a warm-up to be decided.
    const finest = Math.floor(this.#lastTick / (PILOT_WINDOWS * LEAST_CUTS));
    this.#unit = Math.max(1, Math.min(packetTicks(composition), finest));
  }

  /** Warm-up of a given length. */
  async skip(ticks: number): Promise<Begun> {
    const until = Math.min(ticks, this.#lastTick);
    while (this.#drive.now < until && !this.#capped()) {
      const step = Math.max(64 * this.#unit, Math.floor(this.#drive.now / 8));
      const waiting = this.#drive.advance(
        Math.min(until, this.#drive.now + step),
        NOBODY,
      );
      if (waiting !== undefined) await waiting;
      this.#report("warm-up");
    }
    const measurement = this.#begin(this.#unit * WINDOWS_PER_BATCH);
    return { measurement, undecided: this.#capped() };
  }

  /** Warm-up by MSER-5. */
  async pilot(): Promise<Begun> {
    const free: JournalSums[] = [];
    const series = new CollapsingSeries<JournalSums>(
      PILOT_WINDOWS,
      (earlier, later) => {
        earlier.add(later);
        later.clear();
        free.push(later);
        return earlier;
      },
    );
    let measurement = this.#begin(this.#unit * WINDOWS_PER_BATCH);
    for (;;) {
      const window = free.pop() ?? new JournalSums();
      const until = this.#drive.now + this.#unit * series.units;
      const waiting = this.#drive.advance(Math.min(until, this.#lastTick), [
        window,
        measurement,
      ]);
      if (waiting !== undefined) await waiting;
      measurement.advance(this.#drive.now);
      window.inFlight = this.#drive.engine.counts.inFlight;
      window.looks = 1;
      if (this.#capped()) return { measurement, undecided: true };
      window.ticks = this.#unit * series.units;
      const cut = series.push(window);
      this.#report("warm-up");
      if (
        cut &&
        measurement.start >= this.#slow.begun &&
        (warmedUp(series.windows) ||
          this.#found().size > 0 ||
          (measurement.saturated() === undefined
            ? fillsOn(series.windows)
            : filledUp(series.windows)))
      )
        return { measurement, undecided: false };
      if (cut && this.#deadlock() !== undefined)
        return { measurement, undecided: true };
      // The very first half ends with half the windows; every other with a cut.
      if (
        cut ||
        (series.units === 1 && series.windows.length === PILOT_WINDOWS / 2)
      ) {
        measurement.discard();
        measurement = this.#begin(
          this.#unit * series.units * WINDOWS_PER_BATCH,
        );
      }
    }
  }

  /** Goes on until there is a reason to stop. */
  async measured({ measurement, undecided }: Begun): Promise<Ended> {
    const { measure } = this.#drive.composition.experiment;
    const rule = { precision: measure.precision, minimum: MIN_DELIVERED };
    const readers = [measurement];
    let look = 0;
    for (;;) {
      const capped = this.#capped();
      if (capped || undecided || measurement.ticks >= look) {
        look = measurement.ticks * GROWTH;
        const cycle = this.#deadlock();
        if (cycle !== undefined)
          return openLoopEnd(this.#drive, measurement, {
            status: "deadlocked",
            deadlock: cycle,
          });
        const saturation =
          this.#drive.now > this.#slow.begun
            ? measurement.saturated()
            : undefined;
        // Whoever lists changes wants to see them happen, however precise the mean is before.
        const coming = Number.isFinite(this.#drive.changes.next);
        if (this.#queueing.size === 0 && (capped || !coming)) {
          this.#queueing = this.#found(capped ? Infinity : measure.precision);
          if (this.#queueing.size > 0) {
            const { traffic } = this.#drive.composition;
            const isAll = this.#queueing.size === traffic.length;
            if (capped || saturation !== undefined || isAll)
              return this.#saturated(measurement);
            // What is left to be known is the latency of the others.
            measurement.discard();
            this.#pool.leaveOut(new Set(this.#queueing.keys()));
            measurement = this.#begin(this.#unit * WINDOWS_PER_BATCH);
            readers[0] = measurement;
            look = 0;
            continue;
          }
        }
        if (
          saturation !== undefined &&
          (capped ||
            (!coming &&
              relativeHalfWidth(saturation.accepted) <= measure.precision &&
              this.#filling.share(measurement) <= measure.precision))
        )
          return this.#saturated(measurement);
        const stable = saturation === undefined && !undecided && !coming;
        if (
          stable &&
          this.#drive.now > this.#slow.begun &&
          precise(
            measurement.latency(measure.confidence),
            measurement.delivered,
            rule,
          ) &&
          whyNotBelieved(measurement, this.#slow) === undefined
        )
          return this.#unlessStarved(measurement, { status: "converged" });
        if (capped)
          return this.#queueing.size > 0 ||
            (!undecided && this.#filling.goesOn(measurement))
            ? this.#saturated(measurement)
            : this.#unlessStarved(measurement, {
                status: "limit",
                undecided,
                short: whyNotBelieved(measurement, this.#slow),
              });
        if (this.#drive.watched) this.#expected.look(measurement, saturation);
      }
      const until = Math.min(measurement.batchEnd, this.#lastTick);
      const waiting = this.#drive.advance(until, readers);
      if (waiting !== undefined) await waiting;
      measurement.advance(this.#drive.now);
      this.#report("measuring");
    }
  }

  /** The end of a run that is saturated, and of which no traffic is known to be steady. */
  #saturated(measurement: Measurement): Ended {
    const { precision } = this.#drive.composition.experiment.measure;
    return openLoopEnd(this.#drive, measurement, {
      status: "saturated",
      filling:
        this.#filling.share(measurement) > precision ||
        this.#filling.goesOn(measurement),
      starved: this.#unheard.entries(this.#queueing),
      queueing: this.#queueing,
      late: this.#slow.words(measurement.start, this.#drive.now),
    });
  }

  /** The end of a run whose packets have a steady state; but those that do come through only, where some entry has none of them. */
  #unlessStarved(
    measurement: Measurement,
    { status, undecided = false, short }: Reason,
  ): Ended {
    const starved = this.#unheard.entries(this.#queueing, undecided);
    const silent = undecided
      ? NOBODY_SILENT
      : this.#unheard.hosts(
          (index) => starved.has(index) || this.#queueing.has(index),
        );
    const isSteady =
      starved.size === 0 && silent.size === 0 && this.#queueing.size === 0;
    return openLoopEnd(this.#drive, measurement, {
      status: isSteady || undecided ? status : "saturated",
      undecided,
      starved,
      silent,
      queueing: this.#queueing,
      othersSteady: true,
      short,
      late: this.#slow.words(measurement.start, this.#drive.now),
    });
  }

  /** Management traffic that queues in the network without end. @param precision of its share that comes through; Infinity = as it is */
  #found(precision = Infinity): ReadonlyMap<number, Saturation> {
    const { management, now } = this.#drive;
    return management?.saturatedFor(now, precision) ?? NO_ENTRY;
  }

  #begin(batch: number): Measurement {
    this.#drive.engine.takeChannelCounters();
    this.#filling.begin();
    for (const one of this.#drive.engines) one.forget();
    this.#unheard.begin();
    return new Measurement(
      this.#drive.composition,
      this.#pool,
      this.#drive.now,
      batch,
    );
  }

  #capped(): boolean {
    const { maxPackets } = this.#drive.composition.experiment.measure;
    return (
      this.#drive.now >= this.#lastTick ||
      this.#drive.full ||
      this.#drive.sums.delivered >= maxPackets
    );
  }

  /** A circle of waiting packets does not dissolve: each moves only after the next. Unless a change of the fabric is to come. */
  #deadlock(): readonly Blocked[] | undefined {
    return this.#drive.engine.counts.inFlight > 0 &&
      !Number.isFinite(this.#drive.changes.next)
      ? this.#drive.engine.diagnose()
      : undefined;
  }

  #report(phase: RunProgress["phase"]): void {
    if (!this.#drive.watched) return;
    const share = this.#expected.share(this.#lastTick);
    this.#drive.report(share, this.#expected.precision, phase);
  }
}
