import type { ChannelCounters, Fabric } from "@fabriclab/spec";
import { LOAD_CLASSES, type ChannelMeasure } from "../shared/protocol.ts";
import { portName } from "./names.ts";

/** Share of the mean that a stretch of the length of the memory replaces: what is shown is the mean of the last few packet times. */
const MEMORY_PACKETS = 16;
const NAMED = 5;
/** Less than that is shown as nothing. */
const LEAST = 0.01;
/** Upper edge of the first class of queues, in packets; each class goes twice as far as the one before. */
const SHORTEST_QUEUE = 0.125;

const percent = (share: number): string => `${Math.round(100 * share)} %`;

/** How a measure is read from the counters of channels and shown. */
const measures: Readonly<
  Record<
    ChannelMeasure,
    {
      readonly counter: Exclude<keyof ChannelCounters, "packets">;
      /** A value above `LEAST` -> 1 ... LOAD_CLASSES; more is as the last. */
      readonly classOf: (value: number) => number;
      readonly text: (value: number) => string;
    }
  >
> = {
  load: {
    counter: "busyTicks",
    classOf: (share) => 1 + Math.floor(share * LOAD_CLASSES),
    text: percent,
  },
  wait: {
    counter: "waitTicks",
    classOf: (share) => 1 + Math.floor(share * LOAD_CLASSES),
    text: percent,
  },
  queue: {
    counter: "queueTicks",
    classOf: (packets) =>
      Math.max(1, 2 + Math.floor(Math.log2(packets / SHORTEST_QUEUE))),
    text: (packets) => `${packets.toFixed(1)} packets`,
  },
};
const names = Object.keys(measures) as ChannelMeasure[];

/** What each channel shows of late: how busy it is, how long its port waits, how many packets wait at its end. */
export class ChannelMeasures {
  readonly #fabric: Fabric;
  readonly #memoryTicks: number;
  readonly #means: Readonly<Record<ChannelMeasure, Float64Array>>;

  constructor(fabric: Fabric, packetTicks: number) {
    this.#fabric = fabric;
    this.#memoryTicks = MEMORY_PACKETS * packetTicks;
    const none = (): Float64Array => new Float64Array(fabric.portCount);
    this.#means = { load: none(), wait: none(), queue: none() };
  }

  /** Takes in a stretch of `ticks`. */
  observe(counters: ChannelCounters, ticks: number): void {
    const keep = Math.exp(-ticks / this.#memoryTicks);
    for (const name of names) {
      const mean = this.#means[name];
      const counts = counters[measures[name].counter];
      for (let port = 0; port < mean.length; port++)
        mean[port] =
          keep * (mean[port] ?? 0) +
          ((1 - keep) * (counts?.[port] ?? 0)) / ticks;
    }
  }

  /** By sending port: 0 = next to nothing, else 1 ... `LOAD_CLASSES`. */
  classes(shown: ChannelMeasure): Uint8Array {
    const { classOf } = measures[shown];
    return Uint8Array.from(this.#means[shown], (value) =>
      value < LEAST ? 0 : Math.min(LOAD_CLASSES, classOf(value)),
    );
  }

  /** The channels between switches with most of it, in words. */
  most(shown: ChannelMeasure): string[] {
    const { portNode, portPeer, switchCount, portStart } = this.#fabric;
    const values = this.#means[shown];
    const best: number[] = [];
    for (let port = 0; port < (portStart[switchCount] ?? 0); port++) {
      if ((portNode[portPeer[port] ?? -1] ?? switchCount) >= switchCount)
        continue;
      const value = values[port] ?? 0;
      if (value < LEAST) continue;
      let at = best.length;
      while (at > 0 && (values[best[at - 1] ?? 0] ?? 0) < value) at -= 1;
      if (at < NAMED) best.splice(at, 0, port);
      if (best.length > NAMED) best.pop();
    }
    return best.map(
      (port) =>
        `${portName(this.#fabric, port)} to ${this.#fabric.nodeName[portNode[portPeer[port] ?? 0] ?? 0] ?? ""}: ${measures[shown].text(values[port] ?? 0)}`,
    );
  }
}
