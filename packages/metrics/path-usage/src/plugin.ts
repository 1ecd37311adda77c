import { defineMetric, intParam } from "@fabriclab/spec";
import { z } from "zod";
import { PathUsageMetric } from "./path-usage-metric.ts";
import { values } from "./values.ts";

/**
 * How evenly packets spread over the channels between switches: `path-usage` the share of channels that carried any, `path-usage.cov` the
 * coefficient of variation of their packets, `path-usage.busiest` the busiest against the mean, `path-usage.channels` the channels per packet.
 */
export const pathUsage = defineMetric({
  name: "path-usage",
  summary: "How evenly the channels between switches are used.",
  cites: [],
  params: z.object({
    top: intParam({ min: 0, default: 5 }).describe(
      "how many of the busiest channels to name, each with its share of all packets between switches. The table of a run shows three, --json all",
    ),
  }),
  claims: { unit: "1" },
  values,
  plots: {
    "path-usage": {
      label: "Channels that carried packets",
      of: "of those between switches",
    },
    "path-usage.cov": {
      label: "Standard deviation of the channels' packets",
      of: "of the mean",
    },
    "path-usage.busiest": {
      label: "Packets of the busiest channel",
      of: "of the mean",
    },
    "path-usage.channels": { label: "Channels between switches per packet" },
  },
  create: ({ fabric }, { top }) => new PathUsageMetric(fabric, top),
});
