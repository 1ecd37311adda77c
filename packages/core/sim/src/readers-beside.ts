import type { Drive } from "./drive.ts";
import type { JournalReader } from "./journal-reader.ts";
import type { EndlessBeside } from "./endless-beside.ts";
import type { FiniteEnd } from "./finite-end.ts";
import { injectionsAsked } from "./injections.ts";

/**
 * Lets `beside` read the journal before all others, who do not see `injected` records then; unless a metric asks for these: then after the others, as one of
 * them. Nobody sees what happens after the end of the finite traffic.
 */
export function readersBeside(
  drive: Drive,
  beside: EndlessBeside,
  end: FiniteEnd,
  readers: readonly JournalReader[],
): readonly JournalReader[] {
  if (injectionsAsked(drive.composition.experiment)) {
    drive.sift = (journal) => end.cut(journal);
    return [...readers, { observe: (journal) => void beside.take(journal) }];
  }
  drive.sift = (journal) => end.cut(beside.take(journal));
  return readers;
}
