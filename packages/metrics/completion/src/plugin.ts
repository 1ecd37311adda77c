import { defineMetric } from "@fabriclab/spec";
import { z } from "zod";
import { CompletionMetric } from "./completion-metric.ts";
import { values } from "./values.ts";

/**
 * For finite traffic with operations: `completion` is the makespan (first birth to last delivery of all operations), `completion.operation` the
 * mean time of one operation, `completion.delivery` the mean latency of one delivery.
 */
export const completion = defineMetric({
  name: "completion",
  summary:
    "Time until all operations are done, per operation, and per delivery.",
  cites: [],
  params: z.object({}),
  claims: { unit: "ns" },
  covers: ({ operations }) => operations !== undefined,
  values,
  plots: {
    completion: { label: "Time until all operations are done" },
    "completion.operation": { label: "Mean time of an operation" },
    "completion.delivery": { label: "Mean time of a delivery" },
  },
  create: (context) => new CompletionMetric(context),
});
