import {
  FIRST_BIRTH,
  JOURNAL_BIRTH,
  JOURNAL_STRIDE,
  lateBirthIndex,
  lateBirthWord,
  type Journal,
} from "@fabriclab/spec";

/** Journals of one base, one after another, as one. */
export class JournalSink implements Journal {
  records = new Int32Array(1 << 16);
  count = 0;
  baseTick = 0;
  lateBirths: number[] = [];

  clear(): void {
    this.count = 0;
    this.lateBirths = [];
  }

  append({ records, count, baseTick, lateBirths }: Journal): void {
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
    if (lateBirths.length > 0)
      adoptBirths(
        this.records,
        used,
        used + words,
        lateBirths,
        this.lateBirths,
      );
  }
}

/** Makes the late births of records in `from`, whose words stand from word `start` to `end`, ones in `to`, at whose end they are put. */
export function adoptBirths(
  records: Int32Array,
  start: number,
  end: number,
  from: ArrayLike<number>,
  to: number[],
): void {
  for (let at = start + JOURNAL_BIRTH; at < end; at += JOURNAL_STRIDE) {
    const word = records[at]!;
    if (word >= FIRST_BIRTH) continue;
    records[at] = lateBirthWord(to.push(from[lateBirthIndex(word)]!) - 1);
  }
}
