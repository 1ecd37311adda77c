import { JOURNAL_STRIDE, type Journal } from "@fabriclab/spec";

/** Journals of one base, one after another, as one. */
export class JournalSink implements Journal {
  records = new Int32Array(1 << 16);
  count = 0;
  baseTick = 0;

  clear(): void {
    this.count = 0;
  }

  append({ records, count, baseTick }: Journal): void {
    if (count === 0) return;
    const used = this.count * JOURNAL_STRIDE;
    const words = count * JOURNAL_STRIDE;
    if (used + words > this.records.length) {
      const grown = new Int32Array(
        Math.max(used + words, 2 * this.records.length),
      );
      grown.set(this.records.subarray(0, used));
      this.records = grown;
    }
    if (this.count === 0) this.baseTick = baseTick;
    // Why none is shifted: a birth may lie so far before the other base that its distance has no 32-bit number.
    else if (baseTick !== this.baseTick)
      throw new Error(`journals of base ${this.baseTick} and ${baseTick}`);
    this.records.set(records.subarray(0, words), used);
    this.count += count;
  }
}
