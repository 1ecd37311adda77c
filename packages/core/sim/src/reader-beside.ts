import type { Composition } from "./composition.ts";
import type { JournalReader } from "./drive.ts";
import type { EndlessBeside } from "./endless-beside.ts";
import { injectionsAsked } from "./injections.ts";
import type { MetricSet } from "./metric-set.ts";

/** Shows the metrics the journal without its `injected` records, unless one of them asks for these. */
export function readerBeside(
  beside: EndlessBeside,
  metrics: MetricSet,
  { experiment }: Composition,
): JournalReader {
  if (injectionsAsked(experiment))
    return {
      observe(journal) {
        metrics.observe(journal);
        beside.take(journal);
      },
    };
  return {
    observe(journal) {
      metrics.observe(beside.take(journal));
    },
  };
}
