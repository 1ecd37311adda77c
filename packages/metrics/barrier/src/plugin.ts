import { defineMetric, PAPERS } from "@fabriclab/spec";
import { z } from "zod";
import { BarrierMetric } from "./barrier-metric.ts";
import { values } from "./values.ts";

/**
 * Barrier latency as Wang et al. take it, the combine delay plus the distribute delay (`barrier`), the two apart, and the time from the last entry to
 * the last release (`barrier.total`). Mean over groups; percentiles over all barriers.
 */
export const barrier = defineMetric({
  name: "barrier",
  summary:
    "Times of barriers: combining, distributing, and from the last entry to the last release.",
  cites: [PAPERS.wang2008],
  params: z.object({}),
  claims: { unit: "ns" },
  injections: true,
  sequential: true,
  closedLoop: true,
  values,
  plots: {
    barrier: { label: "Mean barrier latency" },
    "barrier.combine": { label: "Mean time to combine" },
    "barrier.distribute": { label: "Mean time to distribute" },
    "barrier.total": { label: "Mean time from last entry to last release" },
  },
  create: (context) => new BarrierMetric(context),
});
