import { formatTime, ps } from "@fabriclab/units";
import type { Composition } from "./composition.ts";
import { entryName } from "./entry-names.ts";

/** Traffic that begins late, or that a short time says little of: until when a run must not take what it sees for all. */
export class SlowStart {
  readonly #composition: Composition;
  /** Tick at which the last stream begins, of those that do before the run's cap. */
  readonly begun: number;
  /** Ticks below which no measured interval stands for the traffic. */
  readonly leastInterval: number;

  /** @param lastTick of the run's cap: what begins later is no part of the run */
  constructor(composition: Composition, lastTick: number) {
    this.#composition = composition;
    let begun = 0;
    let least = 0;
    for (const { begins = [], leastInterval = 0 } of composition.traffic) {
      for (const tick of begins)
        if (tick < lastTick) begun = Math.max(begun, tick);
      least = Math.max(least, leastInterval);
    }
    this.begun = Math.ceil(begun);
    this.leastInterval = Math.ceil(least);
  }

  /** The least interval: `4s`. */
  get leastTime(): string {
    return this.#time(this.leastInterval);
  }

  /**
   * ` A part of traffic[1] (constant-rate) begins at 20ms, after the end of the run.`: of what is measured without some of its streams, or with them for a part of
   * the time; empty where all had begun before.
   *
   * @param warmup tick from which on the run is measured
   * @param end tick up to which it is
   */
  words(warmup: number, end: number): string {
    return this.#composition.traffic
      .map(({ begins = [], streams }, index) => {
        const late = begins.filter((tick) => tick > warmup);
        const first = Math.min(...late);
        const name = entryName(this.#composition.experiment, index);
        const all = late.length === streams.length;
        return late.length === 0
          ? ""
          : ` ${all ? name.replace(/^t/, "T") : `A part of ${name}`} begins at ${this.#time(Math.ceil(first))}, ${first >= end ? "after the end of the run" : `and what is measured begins at ${this.#time(warmup)}`}.`;
      })
      .join("");
  }

  #time(ticks: number): string {
    const exact = Math.round(ticks * this.#composition.tickPs);
    const rounded = Number(exact.toPrecision(3));
    // Why: what traffic remembers may be longer than any time that can be simulated, and is told of all the same.
    return Number.isSafeInteger(rounded)
      ? formatTime(ps(rounded))
      : `${rounded / 1e12}s`;
  }
}
