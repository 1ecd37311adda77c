/**
 * The journal: what happened in a slice of simulated time. The engine appends records; metrics read them between slices, so that no metric
 * runs in the hot loop. Records are `JOURNAL_STRIDE` words of an Int32Array.
 */
export interface Journal {
  readonly records: Int32Array;
  /** Number of records, not words. */
  readonly count: number;
  /** Add this to `JOURNAL_TIME` and to what {@link journalBirth} gives (which are relative, may be negative) for absolute ticks. */
  readonly baseTick: number;
  /** Births, in absolute ticks, of packets that have waited for so long that a record has no room for them; see {@link journalBirth}. */
  readonly lateBirths: ArrayLike<number>;
}

/** Births before this, in ticks after the journal's `baseTick`, stand in `Journal.lateBirths`. */
export const FIRST_BIRTH = -0x40000000;

/**
 * The birth of a packet, in ticks after the journal's `baseTick`.
 * @param word the record's `JOURNAL_BIRTH`
 */
export const journalBirth = (journal: Journal, word: number): number =>
  word >= FIRST_BIRTH ? word : lateBirth(journal, word);

// Why apart: such births are rare, and what is called for every record must be small.
const lateBirth = ({ lateBirths, baseTick }: Journal, word: number): number =>
  lateBirths[lateBirthIndex(word)]! - baseTick;

/** Index into `Journal.lateBirths` of a `JOURNAL_BIRTH` below {@link FIRST_BIRTH}. */
export const lateBirthIndex = (word: number): number => FIRST_BIRTH - 1 - word;

/** The `JOURNAL_BIRTH` whose index is this. */
export const lateBirthWord = (index: number): number => FIRST_BIRTH - 1 - index;

export const JOURNAL_STRIDE = 8;
/** What happened: one of `JournalKind`. */
export const JOURNAL_KIND = 0;
/** When, in ticks after `baseTick`: for a delivery, the last bit's arrival. */
export const JOURNAL_TIME = 1;
/** The packet's birth: {@link journalBirth} reads it. */
export const JOURNAL_BIRTH = 2;
/** Source endport. */
export const JOURNAL_SOURCE = 3;
/** Where it happened: destination endport of a delivery; port index of a drop or an injection, -1 at a switch's own endport. */
export const JOURNAL_PLACE = 4;
/** Bytes on the wire. */
export const JOURNAL_BYTES = 5;
/** The traffic's tag. */
export const JOURNAL_TAG = 6;
/**
 * SL in bits 0-3, VL in bits 4-7, traffic index in bits 8-15; in a `dropped` record the `DropCause` in bits 16-19, and in bits 20-31 one less than the
 * receivers that lose their copy by it (see {@link droppedCopies}). In the other records the DLID in bits 16-31, where a metric of the run asks for it
 * (`MetricPlugin.dlids`); else these are 0.
 */
export const JOURNAL_CLASS = 7;

/** Most receivers that one `dropped` record stands for; a drop that more lose by is written as several. */
export const MAX_DROPPED_COPIES = 1 << 12;

/**
 * How many drops a `dropped` record counts for: a multicast packet that is discarded before it branches is lost to every receiver that it would still have
 * reached.
 * @param word the record's `JOURNAL_CLASS`
 */
export const droppedCopies = (word: number): number => (word >>> 20) + 1;

/**
 * DLID of a delivered or injected packet, 0 where no metric of the run asks for it.
 * @param word the record's `JOURNAL_CLASS`
 */
export const journalDlid = (word: number): number => word >>> 16;

/**
 * `injected`, when a packet's first bit leaves its host, is recorded only where a metric of the run asks for it (`MetricPlugin.injections`), or
 * endless traffic stands beside finite traffic: it would nearly double the journal.
 */
export const JournalKind = { delivered: 0, injected: 1, dropped: 2 } as const;
