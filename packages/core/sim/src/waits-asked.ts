import type { Experiment } from "./experiment.ts";

/** Whether a metric of the experiment reads how long ports waited. */
export const waitsAsked = ({ metrics }: Experiment): boolean =>
  metrics.some(({ plugin }) => plugin.waits === true);
