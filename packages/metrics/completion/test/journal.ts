import {
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
  type Journal,
} from "@fabriclab/spec";

/** One line of a journal, in absolute ticks. */
export interface Entry {
  readonly kind?: keyof typeof JournalKind;
  readonly birth?: number;
  readonly time?: number;
  readonly source?: number;
  readonly place?: number;
  readonly bytes?: number;
  readonly tag?: number;
  readonly sl?: number;
  readonly traffic?: number;
}

/** A journal of these entries, with stale words of an earlier slice after its end. */
export function journal(entries: readonly Entry[], baseTick = 0): Journal {
  const records = new Int32Array((entries.length + 2) * JOURNAL_STRIDE).fill(
    77,
  );
  entries.forEach((entry, i) => {
    const at = i * JOURNAL_STRIDE;
    records[at + JOURNAL_KIND] = JournalKind[entry.kind ?? "delivered"];
    records[at + JOURNAL_TIME] = (entry.time ?? 0) - baseTick;
    records[at + JOURNAL_BIRTH] = (entry.birth ?? 0) - baseTick;
    records[at + JOURNAL_SOURCE] = entry.source ?? 0;
    records[at + JOURNAL_PLACE] = entry.place ?? 0;
    records[at + JOURNAL_BYTES] = entry.bytes ?? 0;
    records[at + JOURNAL_TAG] = entry.tag ?? 0;
    records[at + JOURNAL_CLASS] = (entry.sl ?? 0) | ((entry.traffic ?? 0) << 8);
  });
  for (let i = 0; i < 2; i++)
    records[(entries.length + i) * JOURNAL_STRIDE + JOURNAL_KIND] =
      JournalKind.delivered;
  return { records, count: entries.length, baseTick };
}
