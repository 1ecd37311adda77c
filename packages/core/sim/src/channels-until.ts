import type { ChannelCounters } from "@fabriclab/spec";
import type { Engine } from "./engine.ts";

/** What the channels carried until a tick between two borders at which the engine was asked. */
export class ChannelsUntil {
  readonly #engine: Engine;
  /** Until the border before the last one. */
  #packets = new Float64Array(0);
  #busyTicks = new Float64Array(0);
  /** Between these two. */
  #since: ChannelCounters | undefined;
  #from = 0;
  #to = 0;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** @param now ticks simulated */
  look(now: number): void {
    const counters = this.#engine.takeChannelCounters();
    if (this.#since === undefined) {
      this.#packets = new Float64Array(counters.packets.length);
      this.#busyTicks = new Float64Array(counters.packets.length);
    } else {
      add(this.#packets, this.#since.packets, 1);
      add(this.#busyTicks, this.#since.busyTicks, 1);
    }
    this.#since = counters;
    this.#from = this.#to;
    this.#to = now;
  }

  /** Until the end of `tick`: of the last slice, its share. */
  until(tick: number): ChannelCounters {
    const packets = this.#packets.slice();
    const busyTicks = this.#busyTicks.slice();
    if (this.#since !== undefined) {
      const length = this.#to - this.#from;
      const share =
        length > 0
          ? Math.max(0, Math.min(1, (tick + 1 - this.#from) / length))
          : 1;
      add(packets, this.#since.packets, share);
      add(busyTicks, this.#since.busyTicks, share);
    }
    return { packets: packets.map(Math.round), busyTicks };
  }
}

function add(to: Float64Array, counts: Float64Array, share: number): void {
  for (let port = 0; port < counts.length; port++)
    to[port]! += share * counts[port]!;
}
