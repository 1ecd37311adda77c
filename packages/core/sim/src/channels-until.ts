import type { ChannelCounters } from "@fabriclab/spec";
import type { Engine } from "./engine.ts";

/** What the channels carried until a tick between two borders at which the engine was asked. */
export class ChannelsUntil {
  readonly #engine: Engine;
  /** Until the border before the last one. */
  #before: ChannelCounters | undefined;
  /** Between these two. */
  #since: ChannelCounters = {
    packets: new Float64Array(0),
    busyTicks: new Float64Array(0),
  };
  #from = 0;
  #to = 0;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** @param now ticks simulated */
  look(now: number): void {
    const counters = this.#engine.takeChannelCounters();
    this.#before =
      this.#before === undefined
        ? sum(counters, counters, -1)
        : sum(this.#before, this.#since, 1);
    this.#since = counters;
    this.#from = this.#to;
    this.#to = now;
  }

  /** Until the end of `tick`: of the last slice, its share. */
  until(tick: number): ChannelCounters {
    if (this.#before === undefined) return this.#since;
    const length = this.#to - this.#from;
    const share =
      length > 0
        ? Math.max(0, Math.min(1, (tick + 1 - this.#from) / length))
        : 1;
    const counters = sum(this.#before, this.#since, share);
    return { ...counters, packets: counters.packets.map(Math.round) };
  }
}

/** `before`, and a share of what came since, in every counter. */
function sum(
  before: ChannelCounters,
  since: ChannelCounters,
  share: number,
): ChannelCounters {
  const add = (counts: Float64Array, more: Float64Array): Float64Array =>
    counts.map((count, port) => count + share * more[port]!);
  return {
    packets: add(before.packets, since.packets),
    busyTicks: add(before.busyTicks, since.busyTicks),
    ...(before.waitTicks === undefined || since.waitTicks === undefined
      ? {}
      : { waitTicks: add(before.waitTicks, since.waitTicks) }),
    ...(before.queueTicks === undefined || since.queueTicks === undefined
      ? {}
      : { queueTicks: add(before.queueTicks, since.queueTicks) }),
  };
}
