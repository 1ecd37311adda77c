import type { Blocked } from "@fabriclab/network";
import type { Drive } from "./drive.ts";
import type { JournalReader } from "./journal-reader.ts";
import { ExpectedEnd } from "./expected-end.ts";
import type { RunProgress } from "./experiment.ts";
import { Filling } from "./filling.ts";
import { Measurement } from "./measurement.ts";
import { MetricPool } from "./metric-pool.ts";
import { packetTicks } from "./packet-ticks.ts";
import { SlowStart } from "./slow-start.ts";
import type { Saturation } from "./statistics/saturation.ts";
import { relativeHalfWidth } from "./statistics/stopping-rule.ts";
import { Unheard } from "./unheard.ts";

/** Windows of the pilot; half of them remain whenever they are merged. */
export const PILOT_WINDOWS = 512;
/** The first cut comes no later than this share of the longest run allowed. */
const LEAST_CUTS = 8;
/** Pilot windows per batch of the measurement. */
const WINDOWS_PER_BATCH = 8;

export const NO_ENTRY: ReadonlyMap<number, Saturation> = new Map();

/** What the warm-up and the measured interval of a run of endless traffic have in common. */
export class OpenLoop {
  readonly drive: Drive;
  readonly unheard: Unheard;
  readonly slow: SlowStart;
  readonly filling: Filling;
  /** Ticks of the pilot's first windows. */
  readonly unit: number;
  /** At which the run is capped. */
  readonly lastTick: number;
  /** Ticks for which it is measured at least (`measure.minTime`). */
  readonly leastTicks: number;
  readonly #pool: MetricPool;
  readonly #expected: ExpectedEnd;

  constructor(drive: Drive) {
    this.drive = drive;
    this.#expected = new ExpectedEnd(drive);
    this.unheard = new Unheard(drive);
    const { composition } = drive;
    this.#pool = new MetricPool(composition);
    this.lastTick = Math.max(
      1,
      Math.floor(composition.experiment.measure.maxTime / composition.tickPs),
    );
    const { minTime = 0 } = composition.experiment.measure;
    this.leastTicks = Math.ceil(minTime / composition.tickPs);
    this.filling = new Filling(drive);
    this.slow = new SlowStart(composition, this.lastTick);
    // A window per packet time, finer where the longest run allowed would not hold enough of them for a warm-up to be decided.
    const finest = Math.floor(this.lastTick / (PILOT_WINDOWS * LEAST_CUTS));
    this.unit = Math.max(1, Math.min(packetTicks(composition), finest));
  }

  /** Begins to measure. @param units of its first batches, in windows of the pilot's first */
  begin(units = 1): Measurement {
    const { drive } = this;
    drive.engine.takeChannelCounters();
    this.filling.begin();
    for (const one of drive.engines) one.forget();
    this.unheard.begin();
    return new Measurement(
      drive.composition,
      this.#pool,
      { start: drive.now, begun: this.slow.begun },
      this.unit * units * WINDOWS_PER_BATCH,
    );
  }

  /** Begins to measure anew, without the latencies of some entries. Nobody holds a batch. */
  beginWithout(entries: ReadonlySet<number>): Measurement {
    this.#pool.leaveOut(entries);
    return this.begin();
  }

  /** Simulates until tick `until`, if no cap comes before, and hands the journal round. */
  advance(
    until: number,
    readers: readonly JournalReader[],
  ): Promise<void> | undefined {
    return this.drive.advance(Math.min(until, this.lastTick), readers);
  }

  get capped(): boolean {
    const { maxPackets } = this.drive.composition.experiment.measure;
    return (
      this.drive.now >= this.lastTick ||
      this.drive.full ||
      this.drive.sums.delivered >= maxPackets
    );
  }

  /** Whether all traffic has begun. */
  get hasBegun(): boolean {
    return this.drive.now > this.slow.begun;
  }

  /** Whether changes are to come. Whoever lists them wants to see them happen, however precise the mean is before. */
  get isChanging(): boolean {
    return Number.isFinite(this.drive.changes.next);
  }

  /** Whether the network is full, and what comes through of a saturated run is known as precisely as asked. @param saturation undefined where it is not saturated */
  isSurelySaturated(
    measurement: Measurement,
    saturation: Saturation | undefined,
  ): boolean {
    const { precision } = this.drive.composition.experiment.measure;
    return (
      saturation !== undefined &&
      !this.isChanging &&
      relativeHalfWidth(saturation.accepted) <= precision &&
      this.filling.share(measurement) <= precision
    );
  }

  /** Management traffic that queues in the network without end. @param precision of its share that comes through; Infinity = as it is */
  managementQueueing(precision = Infinity): ReadonlyMap<number, Saturation> {
    const { management, now } = this.drive;
    return management?.saturatedFor(now, precision) ?? NO_ENTRY;
  }

  /** A cycle of waiting packets does not dissolve: each moves only after the next. Unless a change of the fabric is to come. */
  deadlock(): readonly Blocked[] | undefined {
    return this.drive.engine.counts.inFlight > 0 && !this.isChanging
      ? this.drive.engine.diagnose()
      : undefined;
  }

  /** Looks how much longer the run will take. */
  expect(measurement: Measurement, saturation: Saturation | undefined): void {
    if (this.drive.watched)
      this.#expected.look(measurement, saturation, this.leastTicks);
  }

  report(phase: RunProgress["phase"]): void {
    if (!this.drive.watched) return;
    const share = this.#expected.share(this.lastTick);
    this.drive.report(share, this.#expected.precision, phase);
  }
}
