import type { NetworkConfig } from "@fabriclab/network";
import type { Experiment } from "./experiment.ts";

/** Which counters of channels the metrics of the experiment read that cost time at every hop. */
export const countersAsked = ({
  metrics,
}: Experiment): Pick<NetworkConfig, "waits" | "queues"> => ({
  waits: metrics.some(({ plugin }) => plugin.waits === true),
  queues: metrics.some(({ plugin }) => plugin.queues === true),
});
