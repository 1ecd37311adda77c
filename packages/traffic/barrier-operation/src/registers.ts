import type { MetricValue } from "@fabriclab/spec";

const TYPES = ["combine", "distribute", "ack", "dun"] as const;
const EVENTS = [
  "sent",
  "received",
  "resent",
  "lost by chance",
  "corrupted",
] as const;
/** What is also added up over all kinds of packets, first: printed results show the first figures only. */
const TOTALS = ["sent", "resent", "lost by chance", "corrupted"] as const;

/**
 * A kind of entry in the statistics registers; `resent` counts are part of `sent`. `lost by chance` and `corrupted` are what was drawn so: no engine hears of a packet that a dead
 * link or a switch without a path discards.
 */
export type RegisterEvent = (typeof EVENTS)[number];

/** Statistics registers of one barrier engine, over all its groups. */
export class Registers {
  /** Barriers complete here. */
  barriers = 0;
  readonly #counts = new Float64Array(TYPES.length * EVENTS.length);

  count(type: number, event: RegisterEvent): void {
    const at = EVENTS.indexOf(event) * TYPES.length + type;
    this.#counts[at] = (this.#counts[at] ?? 0) + 1;
  }

  add(other: Registers): void {
    this.barriers += other.barriers;
    other.#counts.forEach((count, at) => {
      this.#counts[at] = (this.#counts[at] ?? 0) + count;
    });
  }

  value(): MetricValue {
    const detail: Record<string, number> = {};
    for (const event of TOTALS) {
      const first = EVENTS.indexOf(event) * TYPES.length;
      detail[event] = this.#counts
        .subarray(first, first + TYPES.length)
        .reduce((sum, count) => sum + count, 0);
    }
    EVENTS.forEach((event, e) => {
      TYPES.forEach((type, t) => {
        detail[`${type} ${event}`] = this.#counts[e * TYPES.length + t] ?? 0;
      });
    });
    return { value: this.barriers, unit: "barriers", detail };
  }
}
