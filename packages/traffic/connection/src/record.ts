import type { MetricValue } from "@fabriclab/spec";

/** Sum, number and largest of some times in ticks. */
class Times {
  #count = 0;
  #sum = 0;
  #most = 0;

  add(ticks: number): void {
    this.#count += 1;
    this.#sum += ticks;
    this.#most = Math.max(this.#most, ticks);
  }

  value(nsPerTick: number, absent: string): MetricValue {
    return this.#count === 0
      ? { value: NaN, unit: "ns", absent }
      : {
          value: (this.#sum / this.#count) * nsPerTick,
          unit: "ns",
          detail: { count: this.#count, max: this.#most * nsPerTick },
        };
  }
}

/** Times of all connections of a traffic. */
export class TransportRecord {
  readonly #latency = new Times();
  readonly #recovery = new Times();

  /** A message was handed on for the first time, `ticks` after it was ready. */
  delivered(ticks: number): void {
    this.#latency.add(ticks);
  }

  /** The first message that was lost arrived at last, `ticks` after it was first sent. */
  recovered(ticks: number): void {
    this.#recovery.add(ticks);
  }

  values(tickPs: number): Record<string, MetricValue> {
    return {
      "transport.latency": this.#latency.value(
        tickPs / 1000,
        "no message was delivered",
      ),
      "transport.recovery": this.#recovery.value(
        tickPs / 1000,
        "no message that was lost arrived later",
      ),
    };
  }
}
