import * as spec from "@fabriclab/spec";
import * as L from "../layout.ts";
import * as S from "../registers.ts";
import type { NetworkState } from "../state.ts";

/** Writes packet `p`, on `lane`, into the journal: `kind` at `tick` and `place`. */
export type JournalRecord = (
  kind: number,
  tick: number,
  place: number,
  lane: number,
  p: number,
) => void;

export function createJournalRecord(state: NetworkState): JournalRecord {
  // Why copies: V8 folds the constants of a function into its code, and reads those of a module from memory.
  const { K_BIRTH, K_BYTES, K_CLASS, K_SOURCE, K_TAG } = L;
  const {
    JOURNAL_BIRTH,
    JOURNAL_BYTES,
    JOURNAL_CLASS,
    JOURNAL_KIND,
    JOURNAL_PLACE,
    JOURNAL_SOURCE,
    JOURNAL_STRIDE,
    JOURNAL_TAG,
    JOURNAL_TIME,
  } = spec;
  const { R_JOURNAL } = S;
  const { memory: M, registers, journal } = state;
  return (kind, tick, place, lane, p) => {
    const cls = M[p + K_CLASS]!;
    const at = registers[R_JOURNAL]!;
    journal[at + JOURNAL_KIND] = kind;
    journal[at + JOURNAL_TIME] = tick;
    journal[at + JOURNAL_BIRTH] = M[p + K_BIRTH]!;
    journal[at + JOURNAL_SOURCE] = M[p + K_SOURCE]!;
    journal[at + JOURNAL_PLACE] = place;
    journal[at + JOURNAL_BYTES] = M[p + K_BYTES]!;
    journal[at + JOURNAL_TAG] = M[p + K_TAG]!;
    journal[at + JOURNAL_CLASS] =
      ((cls >> 16) & 15) | (lane << 4) | (((cls >> 20) & 255) << 8);
    registers[R_JOURNAL] = at + JOURNAL_STRIDE;
  };
}
