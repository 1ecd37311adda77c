import type { Drive, JournalReader } from "./drive.ts";
import type { EndlessBeside } from "./endless-beside.ts";
import { injectionsAsked } from "./injections.ts";

/** Lets it read the journal before all others, who do not see `injected` records then; unless a metric asks for these: then after the others, as one of them. */
export function readersBeside(
  drive: Drive,
  beside: EndlessBeside | undefined,
  readers: readonly JournalReader[],
): readonly JournalReader[] {
  if (beside === undefined) return readers;
  if (injectionsAsked(drive.composition.experiment))
    return [...readers, { observe: (journal) => void beside.take(journal) }];
  drive.sift = (journal) => beside.take(journal);
  return readers;
}
