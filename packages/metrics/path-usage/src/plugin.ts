import { defineMetric, flagParam, intParam } from "@fabriclab/spec";
import { z } from "zod";
import { PathUsageMetric } from "./path-usage-metric.ts";
import { PathsUsed } from "./paths-used.ts";
import { values } from "./values.ts";

/**
 * How evenly packets spread over the channels between switches: `path-usage` the share of channels that carried any, `path-usage.cov` the
 * coefficient of variation of their packets, `path-usage.busiest` the busiest against the mean, `path-usage.channels` the channels per packet.
 * With `paths`, of pairs of hosts: `path-usage.paths` the different paths that each used, `path-usage.evenness` how evenly, `path-usage.favourite` the share of
 * packets on the most used one.
 */
export const pathUsage = defineMetric({
  name: "path-usage",
  summary: "How evenly the channels between switches are used.",
  cites: [],
  params: z.object({
    top: intParam({ min: 0, default: 5 }).describe(
      "how many of the busiest channels to name, each with its share of all packets between switches; of the busiest paths, with their packets. The table of a run shows three, --json all",
    ),
    paths: flagParam(false).describe(
      "tell how many paths each pair of hosts used, and how evenly",
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
    "path-usage.paths": { label: "Paths that a pair of hosts used" },
    "path-usage.evenness": {
      label: "Evenness of a pair's paths",
      of: "of equal use",
    },
    "path-usage.favourite": {
      label: "Packets on the most used path of their pair",
      of: "of all",
    },
  },
  dlids: ({ paths }) => paths,
  create: ({ fabric, tables }, { top, paths }) =>
    new PathUsageMetric(
      fabric,
      top,
      paths ? new PathsUsed(fabric, tables) : undefined,
    ),
});
