import { choiceParam, defineMetric } from "@fabriclab/spec";
import { z } from "zod";
import { ThroughputMetric } from "./throughput-metric.ts";
import { values } from "./values.ts";

/**
 * Accepted load: wire bytes delivered, as a fraction of the data rate of all host links; also bytes and packets per second over
 * the whole fabric, and how evenly the sources are served. A multicast packet counts once per delivered copy. With `split` the accepted load and
 * the counts of every class, too.
 */
export const throughput = defineMetric({
  name: "throughput",
  summary:
    "Accepted load, bytes and packets per second, fairness among sources.",
  cites: [
    {
      key: "jain1984",
      authors: "R. Jain, D.-M. Chiu, W. Hawe",
      title:
        "A quantitative measure of fairness and discrimination for resource allocation in shared computer systems",
      venue: "DEC Research Report TR-301",
      year: 1984,
    },
  ],
  params: z.object({
    split: choiceParam(["none", "sl", "traffic"], "none").describe(
      "report every service level, or every traffic entry, besides the whole",
    ),
  }),
  claims: { unit: "1" },
  values,
  plots: {
    throughput: { label: "Accepted load", of: "of the host link" },
    "throughput.bytes": { label: "Delivered bytes" },
    "throughput.packets": { label: "Delivered packets" },
    "throughput.fairness": {
      label: "Worst-served source",
      of: "of the best-served",
    },
    "throughput.*": { of: "of the host link" },
  },
  create: (context, { split }) => new ThroughputMetric(context, split),
});
