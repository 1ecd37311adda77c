import type { Experiment } from "./experiment.ts";

/** What entered the network in a slice. Like the journal, valid until the reader returns. */
export interface Injections {
  readonly packets: number;
  readonly bytes: number;
  /** Ticks that these packets waited at their sources, summed up. */
  readonly wait: number;
}

/** Whether a metric of the experiment reads the journal's `injected` records. */
export const injectionsAsked = ({ metrics }: Experiment): boolean =>
  metrics.some(({ plugin }) => plugin.injections === true);
