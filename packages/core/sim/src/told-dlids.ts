import {
  JOURNAL_CLASS,
  JOURNAL_KIND,
  JOURNAL_SOURCE,
  JOURNAL_STRIDE,
  JournalKind,
  type Journal,
} from "@fabriclab/spec";
import type { Experiment } from "./experiment.ts";

/** Whether a metric of the experiment reads DLIDs. */
export const dlidsAsked = ({ metrics }: Experiment): boolean =>
  metrics.some(({ plugin, options }) => plugin.dlids?.(options) === true);

/**
 * Puts the DLIDs of a network's records, which come above the source (`NetworkConfig.dlids`), where metrics read them.
 *
 * Why not by the network: it copies the source as it is, so that runs whose DLIDs nobody asks for pay nothing for each hop.
 */
export function tellDlids({ records, count }: Journal): void {
  for (let at = 0; at < count * JOURNAL_STRIDE; at += JOURNAL_STRIDE) {
    const word = records[at + JOURNAL_SOURCE]!;
    records[at + JOURNAL_SOURCE] = word & 0xffff;
    // The class of a drop says its cause there.
    if (records[at + JOURNAL_KIND] !== JournalKind.dropped)
      records[at + JOURNAL_CLASS]! |= word & ~0xffff;
  }
}
