import type { VlArbTable } from "@fabriclab/spec";

/** A VL that has something to send, and how long its next packet is. */
export interface Waiting {
  readonly vl: number;
  readonly bytes: number;
}

/**
 * VL arbitration as InfiniBand words it, step by step: pointers into two lists, a weight counter each, and a counter of high priority. Written
 * from the text, without a look at the scheduler.
 */
export class Reference {
  private readonly high: List;
  private readonly low: List;
  /** Bytes of high priority that may still be begun, in blocks; undefined = not counting (fresh). */
  private budget: number | undefined;
  private readonly table: VlArbTable;

  constructor(table: VlArbTable) {
    this.table = table;
    this.high = new List(table.high);
    this.low = new List(table.low);
  }

  /** Sends the next packet and returns its VL; undefined = no listed VL is waiting. */
  send(waiting: readonly Waiting[]): number | undefined {
    const mayHigh = this.high.find(waiting) !== undefined;
    const mayLow = this.low.find(waiting) !== undefined;
    const active = mayHigh && !(this.expired() && mayLow);
    // "If the high-priority table has no packet, or its counter has expired, the counter is reset and the low-priority table is active."
    if (!active || this.expired()) this.budget = undefined;
    if (!active) return mayLow ? this.low.send(waiting) : undefined;
    const vl = this.high.send(waiting)!;
    const { bytes } = waiting.find((one) => one.vl === vl)!;
    const { highLimit } = this.table;
    if (highLimit === 255) return vl;
    // A limit of 0: the first packet uses it up.
    this.budget = (this.budget ?? highLimit * 64) - Math.ceil(bytes / 64);
    return vl;
  }

  private expired(): boolean {
    return this.budget !== undefined && this.budget <= 0;
  }
}

class List {
  private at = -1;
  private left = 0;
  private readonly entries: VlArbTable["high"];
  constructor(entries: VlArbTable["high"]) {
    this.entries = entries;
  }

  /** The entry that sends next: the current one while its weight counter is positive, then the others in order. */
  find(waiting: readonly Waiting[]): number | undefined {
    const sends = (e: number): boolean =>
      waiting.some(({ vl }) => vl === this.entries[e]?.vl);
    if (this.left > 0 && sends(this.at)) return this.at;
    for (let k = 1; k <= this.entries.length; k++) {
      const e = (this.at + k) % this.entries.length;
      if ((this.entries[e]?.weight ?? 0) > 0 && sends(e)) return e;
    }
    return undefined;
  }

  send(waiting: readonly Waiting[]): number | undefined {
    const e = this.find(waiting);
    if (e === undefined) return undefined;
    const { vl, weight } = this.entries[e]!;
    if (!(e === this.at && this.left > 0)) this.left = weight;
    this.at = e;
    // A packet is sent whole, even if that overshoots.
    this.left -= Math.ceil(waiting.find((one) => one.vl === vl)!.bytes / 64);
    return vl;
  }
}
