import { choiceParam, defineMetric } from "@fabriclab/spec";
import { z } from "zod";
import { LatencyMetric } from "./latency-metric.ts";
import { percentilesOf, percentilesParam } from "./percentiles.ts";
import { classesOf } from "./split.ts";
import { values } from "./values.ts";

/**
 * Packet latency from birth (waiting in the host included) to the arrival of the last bit: exact mean, smallest and largest, percentiles
 * to 0.4 %. A multicast packet counts once per delivered copy.
 */
export const latency = defineMetric({
  name: "latency",
  summary: "Packet latency: mean, percentiles, smallest and largest.",
  cites: [],
  params: z.object({
    split: choiceParam(["none", "sl", "traffic"], "none").describe(
      "report every service level, or every traffic entry, besides the whole",
    ),
    percentiles: percentilesParam().describe("which percentiles are reported"),
  }),
  claims: { unit: "ns" },
  values,
  plots: { latency: { label: "Mean latency" } },
  create: ({ tickPs, traffic }, { split, percentiles }) =>
    new LatencyMetric(
      tickPs,
      split,
      percentilesOf(percentiles),
      classesOf(split, traffic),
    ),
});
