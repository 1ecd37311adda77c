import {
  FIRST_BIRTH,
  JOURNAL_BIRTH,
  JOURNAL_BYTES,
  JOURNAL_CLASS,
  JOURNAL_KIND,
  JOURNAL_PLACE,
  JOURNAL_SOURCE,
  JOURNAL_STRIDE,
  JOURNAL_TAG,
  JOURNAL_TIME,
  JournalKind,
  lateBirthWord,
  type DropCause,
  type Journal,
} from "@fabriclab/spec";

/** One line of a journal, times in absolute ticks. What is left out is 0, and the kind `delivered`. */
export interface JournalEntry {
  readonly kind?: keyof typeof JournalKind;
  readonly birth?: number;
  readonly time?: number;
  readonly source?: number;
  readonly place?: number;
  readonly bytes?: number;
  readonly tag?: number;
  readonly sl?: number;
  readonly traffic?: number;
  /** Of a packet that was not dropped. */
  readonly dlid?: number;
  /** Of a dropped packet. */
  readonly cause?: DropCause;
}

/** Words of an earlier slice behind the end, which a metric must not read. */
const STALE = 2;

/** A journal of these entries as the engine would hand it over, for tests of metrics whose answers can be reckoned by hand. */
export function writtenJournal(
  entries: readonly JournalEntry[],
  baseTick = 0,
): Journal {
  const records = new Int32Array(
    (entries.length + STALE) * JOURNAL_STRIDE,
  ).fill(77);
  const lateBirths: number[] = [];
  entries.forEach((entry, i) => {
    const at = i * JOURNAL_STRIDE;
    records[at + JOURNAL_KIND] = JournalKind[entry.kind ?? "delivered"];
    records[at + JOURNAL_TIME] = (entry.time ?? 0) - baseTick;
    const birth = (entry.birth ?? 0) - baseTick;
    records[at + JOURNAL_BIRTH] =
      birth >= FIRST_BIRTH
        ? birth
        : lateBirthWord(lateBirths.push(baseTick + birth) - 1);
    records[at + JOURNAL_SOURCE] = entry.source ?? 0;
    records[at + JOURNAL_PLACE] = entry.place ?? 0;
    records[at + JOURNAL_BYTES] = entry.bytes ?? 0;
    records[at + JOURNAL_TAG] = entry.tag ?? 0;
    records[at + JOURNAL_CLASS] =
      (entry.sl ?? 0) |
      ((entry.traffic ?? 0) << 8) |
      ((entry.cause ?? entry.dlid ?? 0) << 16);
  });
  for (let i = 0; i < STALE; i++)
    records[(entries.length + i) * JOURNAL_STRIDE + JOURNAL_KIND] =
      JournalKind.delivered;
  return { records, count: entries.length, baseTick, lateBirths };
}
