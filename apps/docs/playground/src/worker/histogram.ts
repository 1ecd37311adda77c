import {
  JOURNAL_BIRTH,
  JOURNAL_KIND,
  JOURNAL_STRIDE,
  JOURNAL_TIME,
  journalBirth,
  JournalKind,
  type Journal,
} from "@fabriclab/spec";
import type { HistogramView } from "../shared/protocol.ts";

/** Bins per doubling of the latency. */
const PER_OCTAVE = 4;
const BINS = 64 * PER_OCTAVE;

/** Latencies of all deliveries of a run, in bins on a logarithmic scale. */
export class Histogram {
  readonly #tickPs: number;
  readonly #bins = new Float64Array(BINS);
  #count = 0;
  #sum = 0;

  constructor(tickPs: number) {
    this.#tickPs = tickPs;
  }

  observe(journal: Journal): void {
    const { records, count } = journal;
    for (let at = 0; at < count * JOURNAL_STRIDE; at += JOURNAL_STRIDE) {
      if (records[at + JOURNAL_KIND] !== JournalKind.delivered) continue;
      const ticks =
        (records[at + JOURNAL_TIME] ?? 0) -
        journalBirth(journal, records[at + JOURNAL_BIRTH] ?? 0);
      const bin = Math.min(
        BINS - 1,
        Math.floor(PER_OCTAVE * Math.log2(Math.max(1, ticks))),
      );
      this.#bins[bin] = (this.#bins[bin] ?? 0) + 1;
      this.#count += 1;
      this.#sum += ticks;
    }
  }

  /** The bins that hold something, with those between. */
  view(): HistogramView {
    const first = Math.max(
      0,
      this.#bins.findIndex((one) => one > 0),
    );
    const last = this.#bins.findLastIndex((one) => one > 0);
    return {
      fromPs: this.#edge(first),
      ratio: 2 ** (1 / PER_OCTAVE),
      counts: Array.from(this.#bins.subarray(first, last + 1)),
      meanNs: (this.#sum / this.#count) * this.#tickPs * 1e-3,
      p50Ns: this.#quantile(0.5),
      p99Ns: this.#quantile(0.99),
    };
  }

  #edge(bin: number): number {
    return 2 ** (bin / PER_OCTAVE) * this.#tickPs;
  }

  /** The upper edge of the bin that holds the quantile, in ns: too large by 19 % at most. */
  #quantile(share: number): number {
    let below = 0;
    for (let bin = 0; bin < BINS; bin++) {
      below += this.#bins[bin] ?? 0;
      if (this.#count > 0 && below >= share * this.#count)
        return this.#edge(bin + 1) * 1e-3;
    }
    return Number.NaN;
  }
}
