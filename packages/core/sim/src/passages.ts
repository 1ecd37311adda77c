import type { LoadWindow } from "./statistics/saturation.ts";

/** Bins of time; between half of them and all are in use, whenever two and two are merged. */
export const BINS = 512;
/** Windows that a rule is asked of: as many as an endless run has batches. */
const MOST_WINDOWS = 64;

/** What passed one point of its way, such as the border of the network, by bins of the time at which it did. */
export class Passage {
  readonly bytes = new Float64Array(BINS);
  readonly packets = new Float64Array(BINS);
  /** Sum of the times from birth until then. */
  readonly wait = new Float64Array(BINS);

  /** Two bins become one. */
  merge(): void {
    for (const column of [this.bytes, this.packets, this.wait]) {
      for (let at = 0; at < BINS / 2; at++)
        column[at] = column[2 * at]! + column[2 * at + 1]!;
      column.fill(0, BINS / 2);
    }
  }

  /** The bins before `to`, from `from` on, in at most {@link MOST_WINDOWS} equal windows; what does not fit is left out at the front. */
  windows(from: number, to: number): { windows: LoadWindow[]; size: number } {
    const size = Math.max(1, Math.ceil((to - from) / MOST_WINDOWS));
    const windows: LoadWindow[] = [];
    for (let end = to; end - size >= from; end -= size) {
      const sum = (column: Float64Array): number =>
        column.subarray(end - size, end).reduce((all, one) => all + one, 0);
      windows.unshift({
        injectedBytes: sum(this.bytes),
        injectedPackets: sum(this.packets),
        sourceWait: sum(this.wait),
      });
    }
    return { windows, size };
  }
}

/** Passages of several traffic entries, in bins of equal length. */
export class Passages {
  /** By the traffic's index; undefined where nobody asks. */
  readonly of: readonly (Passage | undefined)[];
  /** Ticks of a bin. */
  unit: number;

  constructor(of: readonly (Passage | undefined)[], unit: number) {
    this.of = of;
    this.unit = unit;
  }

  /** A packet of `passage`, which is one of these, passed at `tick`. @param wait absent = its bytes alone count */
  add(passage: Passage, tick: number, bytes: number, wait?: number): void {
    while (tick >= BINS * this.unit) {
      this.unit *= 2;
      for (const one of this.of) one?.merge();
    }
    const bin = Math.floor(tick / this.unit);
    passage.bytes[bin]! += bytes;
    if (wait === undefined) return;
    passage.packets[bin]! += 1;
    passage.wait[bin]! += wait;
  }
}
