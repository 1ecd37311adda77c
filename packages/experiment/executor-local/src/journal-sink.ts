import {
  JOURNAL_BIRTH,
  JOURNAL_STRIDE,
  JOURNAL_TIME,
  type Journal,
} from "@fabriclab/spec";

/** Journals one after another, as one. */
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
    this.records.set(records.subarray(0, words), used);
    this.count += count;
    // The clock's base may have moved between two pieces: the later one's times become relative to the first one's.
    const shift = baseTick - this.baseTick;
    if (shift === 0) return;
    for (let at = used; at < used + words; at += JOURNAL_STRIDE) {
      this.records[at + JOURNAL_TIME]! += shift;
      this.records[at + JOURNAL_BIRTH]! += shift;
    }
  }
}
