import type { Drive } from "./drive.ts";
import type { Measurement } from "./measurement.ts";
import type { Saturation } from "./statistics/saturation.ts";
import { relativeHalfWidth } from "./statistics/stopping-rule.ts";

/** No estimate says that a run is nearer to its end than this. */
const MOST_EXPECTED = 0.99;

/** How far an open-loop run is: the half-width of its interval falls with the root of the length of the measured interval. */
export class ExpectedEnd {
  readonly #drive: Drive;
  /** Relative half-width of the mean latency when it was last looked at. */
  precision = Number.NaN;
  /** Tick at which the run is expected to be as precise as asked. */
  #tick = Number.POSITIVE_INFINITY;

  constructor(drive: Drive) {
    this.#drive = drive;
  }

  /** Looks how precise the mean is, and how much longer it will take. @param least ticks that are measured in any case */
  look(
    measurement: Measurement,
    saturation: Saturation | undefined,
    least: number,
  ): void {
    const { measure } = this.#drive.composition.experiment;
    const interval =
      saturation === undefined
        ? measurement.latency(measure.confidence)
        : saturation.accepted;
    this.precision =
      saturation === undefined ? relativeHalfWidth(interval) : Number.NaN;
    const share = (measure.precision / relativeHalfWidth(interval)) ** 2;
    const ticks =
      share > 0 && Number.isFinite(share)
        ? measurement.ticks / share
        : Number.POSITIVE_INFINITY;
    this.#tick = measurement.start + Math.max(ticks, least);
  }

  /** Share of the run that is over, 0 … 1. @param lastTick at which it is capped */
  share(lastTick: number): number {
    const { now, sums, composition } = this.#drive;
    const { maxPackets } = composition.experiment.measure;
    return Math.max(
      // What was as precise as asked, and goes on because its batches are not independent yet, is not done.
      Math.min(MOST_EXPECTED, now / this.#tick),
      now / lastTick,
      sums.delivered / maxPackets,
    );
  }
}
