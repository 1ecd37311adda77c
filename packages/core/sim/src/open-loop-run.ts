import type { Drive } from "./drive.ts";
import type { Ended } from "./ended.ts";
import type { Measurement } from "./measurement.ts";
import { whyNotBelieved } from "./not-believed.ts";
import { openLoopEnd, type Reason } from "./open-loop-end.ts";
import { warmUp, warmUpFor, type Begun } from "./open-loop-warm-up.ts";
import { NO_ENTRY, OpenLoop } from "./open-loop.ts";
import { SaturatedEntries } from "./saturated-entries.ts";
import { NOBODY_SILENT } from "./silent.ts";
import type { Saturation } from "./statistics/saturation.ts";
import {
  MIN_DELIVERED,
  precise,
  relativeHalfWidth,
} from "./statistics/stopping-rule.ts";

/** A run is looked at again when it has grown by this factor. */
const GROWTH = 1.25;

/**
 * Runs endless traffic until its mean latency is known as precisely as asked, or it is seen to be saturated, or a cap is reached.
 *
 * After the warm-up, whenever the measurement has grown by a quarter, and is as long as asked at least, it is asked whether the run is saturated (then it goes on until the accepted throughput is as
 * precise as asked, and, where there are several entries, until it is known which of them are saturated and what latency the others have), converged, or a deadlock.
 */
export async function runOpenLoop(drive: Drive): Promise<Ended> {
  const { measure } = drive.composition.experiment;
  const run = new OpenLoop(drive);
  const begun = await (measure.warmup === "auto"
    ? warmUp(run)
    : warmUpFor(run, Math.ceil(measure.warmup / drive.composition.tickPs)));
  return await new Measured(run, begun).end();
}

/** The measured interval. */
class Measured {
  readonly #run: OpenLoop;
  readonly #drive: Drive;
  readonly #undecided: boolean;
  #measurement: Measurement;
  /** Management traffic that is known to queue in the network without end; what is measured since is the other traffic. */
  #queueing = NO_ENTRY;
  /** Where the run is saturated, and more than one entry could be or not. */
  #entries: SaturatedEntries | undefined;
  /**
   * The same before the least time is over. Why watched by then: at its end it is known which entries are saturated, of as long a time as there is, and the run need
   * not go on for that.
   */
  #early: SaturatedEntries | undefined;

  constructor(run: OpenLoop, { measurement, undecided }: Begun) {
    this.#run = run;
    this.#drive = run.drive;
    this.#measurement = measurement;
    this.#undecided = undecided;
  }

  /** Goes on until there is a reason to stop. */
  async end(): Promise<Ended> {
    const run = this.#run;
    let look = 0;
    for (;;) {
      const undecided = run.capped || this.#undecided;
      if (undecided || this.#measurement.ticks >= look) {
        const ended = this.#look();
        if (ended !== undefined) return ended;
        look = this.#nextLook;
      }
      const measurement = this.#measurement;
      const watching = this.#entries ?? this.#early;
      const waiting = run.advance(
        measurement.batchEnd,
        watching === undefined ? [measurement] : [measurement, watching],
      );
      if (waiting !== undefined) await waiting;
      measurement.advance(this.#drive.now);
      run.report("measuring");
    }
  }

  /** Ticks of the measurement at which it is looked at again: not long after the least time either. */
  get #nextLook(): number {
    const { ticks } = this.#measurement;
    const { leastTicks } = this.#run;
    const next = ticks * GROWTH;
    return ticks < leastTicks ? Math.min(next, leastTicks) : next;
  }

  /** @returns undefined where there is no reason to stop */
  #look(): Ended | undefined {
    const run = this.#run;
    const { capped } = run;
    const { precision } = this.#drive.composition.experiment.measure;
    const cycle = run.deadlock();
    if (cycle !== undefined)
      return openLoopEnd(this.#drive, this.#measurement, {
        status: "deadlocked",
        deadlock: cycle,
      });
    if (!capped && this.#isTooShort) {
      this.#watchEarly();
      run.expect(this.#measurement, undefined);
      return undefined;
    }
    const { hasBegun, isChanging } = run;
    const saturation = this.#saturation;
    if (this.#queueing.size === 0 && (capped || !isChanging)) {
      this.#queueing = run.managementQueueing(capped ? Infinity : precision);
      if (this.#queueing.size > 0) {
        const { traffic } = this.#drive.composition;
        const isAll = this.#queueing.size === traffic.length;
        return capped || saturation !== undefined || isAll
          ? this.#saturated()
          : this.#beginWithoutSaturated();
      }
    }
    if (this.#entries !== undefined)
      return this.#lookAtEntries(this.#entries, saturation);
    if (
      capped
        ? saturation !== undefined
        : run.isSurelySaturated(this.#measurement, saturation)
    ) {
      const early = this.#early;
      const entries = early ?? this.#watched();
      this.#early = undefined;
      if (capped || entries.count < 2) return this.#saturated();
      this.#entries = entries;
      if (early === undefined) return undefined;
      early.askFrom(this.#drive.now);
      return this.#lookAtEntries(early, saturation);
    }
    if (saturation === undefined) this.#early = undefined;
    const stable = saturation === undefined && !this.#undecided && !isChanging;
    if (stable && hasBegun && this.#isPrecise())
      return this.#unlessStarved({ status: "converged" });
    if (capped)
      return this.#queueing.size > 0 ||
        (!this.#undecided && run.filling.goesOn(this.#measurement))
        ? this.#saturated()
        : this.#unlessStarved({
            status: "limit",
            undecided: this.#undecided,
            short: whyNotBelieved(this.#measurement, run),
          });
    run.expect(this.#measurement, saturation);
    return undefined;
  }

  /** Whether the run is saturated as a whole; not asked once it is known which of its entries are. */
  get #saturation(): Saturation | undefined {
    return this.#run.hasBegun && this.#refused.size === 0
      ? this.#measurement.saturated()
      : undefined;
  }

  /** Before the least time is over: watches the entries as soon as the run is known to be saturated. Of management traffic it is asked first whether it queues. */
  #watchEarly(): void {
    if (this.#drive.management !== undefined || this.#entries !== undefined)
      return;
    const saturation = this.#saturation;
    if (saturation === undefined) this.#early = undefined;
    else if (this.#run.isSurelySaturated(this.#measurement, saturation))
      this.#early ??= this.#watched();
  }

  /** Watches the entries of which nothing is known yet, from now on. */
  #watched(): SaturatedEntries {
    return new SaturatedEntries(
      this.#drive.composition,
      this.#drive.now,
      (index) => this.#queueing.has(index),
    );
  }

  /**
   * The same of a run that was saturated when it was looked at before: ends when it is known which entries are, and how long the packets of the others take.
   *
   * @param saturation of the run as a whole; undefined where it is none (any more), or an entry is known to be saturated
   */
  #lookAtEntries(
    entries: SaturatedEntries,
    saturation: Saturation | undefined,
  ): Ended | undefined {
    const { precision } = this.#drive.composition.experiment.measure;
    const { saturated, clear, precise } = entries.look(
      this.#drive.now,
      precision,
    );
    const isMore = clear && entries.leaveOut(saturated);
    if (entries.found.size === entries.count) {
      // Why asked again: what is measured may have been begun anew a moment ago, for the sake of an entry that is saturated, too.
      const { accepted } = this.#measurement.saturation();
      return this.#run.capped || relativeHalfWidth(accepted) <= precision
        ? this.#saturated()
        : undefined;
    }
    if (isMore) return this.#beginWithoutSaturated();
    const known = clear && entries.found.size > 0;
    if (known && precise && this.#isPrecise())
      return this.#unlessStarved({ status: "converged" });
    const isOver = entries.found.size === 0 && this.#drive.now >= entries.until;
    if (this.#run.capped || isOver)
      return known && this.#isBelieved()
        ? this.#unlessStarved({ status: "limit" })
        : this.#saturated();
    // It was a slow wave, and none of the entries is saturated.
    if (saturation === undefined && entries.found.size === 0)
      this.#entries = undefined;
    this.#run.expect(this.#measurement, saturation);
    return undefined;
  }

  /** Saturated entries whose sources are held back. */
  get #refused(): ReadonlyMap<number, Saturation> {
    return this.#entries?.found ?? NO_ENTRY;
  }

  /** All entries that are known to be saturated. */
  get #known(): ReadonlyMap<number, Saturation> {
    return new Map([...this.#queueing, ...this.#refused]);
  }

  /** What is left to be known is the latency of the others. */
  #beginWithoutSaturated(): undefined {
    this.#measurement.discard();
    this.#measurement = this.#run.beginWithout(new Set(this.#known.keys()));
  }

  #isBelieved(): boolean {
    return whyNotBelieved(this.#measurement, this.#run) === undefined;
  }

  /** Whether less is measured than the user wants at least. */
  get #isTooShort(): boolean {
    return this.#measurement.ticks < this.#run.leastTicks;
  }

  /** What is to be said of a saturated run, whose end no mean decides, and which a cap ended too soon. */
  get #tooShortWords(): string {
    return this.#isTooShort
      ? " A cap was reached before measure.minTime: raise measure.maxTime or measure.maxPackets."
      : "";
  }

  #isPrecise(): boolean {
    const { confidence, precision } =
      this.#drive.composition.experiment.measure;
    const { delivered } = this.#measurement;
    return (
      precise(this.#measurement.latency(confidence), delivered, {
        precision,
        minimum: MIN_DELIVERED,
      }) && this.#isBelieved()
    );
  }

  /** The end of a run that is saturated, and of which no traffic is known to be steady. */
  #saturated(): Ended {
    const { precision } = this.#drive.composition.experiment.measure;
    const { filling, slow, unheard } = this.#run;
    return openLoopEnd(this.#drive, this.#measurement, {
      status: "saturated",
      filling:
        filling.share(this.#measurement) > precision ||
        filling.goesOn(this.#measurement),
      starved: unheard.entries(this.#queueing),
      queueing: this.#queueing,
      refused: this.#refused,
      late:
        slow.words(this.#measurement.start, this.#drive.now) +
        this.#tooShortWords,
    });
  }

  /** The end of a run whose packets have a steady state; but those that do come through only, where some entry has none of them. */
  #unlessStarved({ status, undecided = false, short }: Reason): Ended {
    const { slow, unheard } = this.#run;
    const known = this.#known;
    const starved = unheard.entries(known, undecided);
    const silent = undecided
      ? NOBODY_SILENT
      : unheard.hosts((index) => starved.has(index) || known.has(index));
    const isSteady =
      starved.size === 0 && silent.size === 0 && known.size === 0;
    return openLoopEnd(this.#drive, this.#measurement, {
      status: isSteady || undecided ? status : "saturated",
      undecided,
      starved,
      silent,
      queueing: this.#queueing,
      refused: this.#refused,
      othersSteady: true,
      short,
      late:
        slow.words(this.#measurement.start, this.#drive.now) +
        (isSteady || undecided ? "" : this.#tooShortWords),
    });
  }
}
