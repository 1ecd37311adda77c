import { defineMetric } from "@fabriclab/spec";
import { z } from "zod";
import { channelsParam, topParam } from "./channel-params.ts";
import { Channels } from "./channels.ts";
import { LinkLoadMetric } from "./link-load-metric.ts";
import { values } from "./link-load-values.ts";

/**
 * Share of the measured interval during which each channel carried a packet: `link-load` the mean and distribution over channels,
 * `link-load.max` the busiest ones by name, `link-load.packets` the most packets that one channel carried.
 */
export const linkLoad = defineMetric({
  name: "link-load",
  summary:
    "Channel utilisation: mean, distribution, and the busiest channels by name.",
  cites: [],
  params: z.object({
    channels: channelsParam(),
    top: topParam().describe("how many of the busiest channels to name"),
  }),
  claims: { unit: "1" },
  values,
  plots: {
    "link-load": { label: "Mean channel utilisation", of: "of the time" },
    "link-load.max": { label: "Busiest channel", of: "of the time" },
    "link-load.packets": { label: "Most packets on one channel" },
  },
  create: ({ fabric }, { channels, top }) =>
    new LinkLoadMetric(new Channels(fabric, channels, top)),
});
