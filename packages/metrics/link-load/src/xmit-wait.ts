import { defineMetric } from "@fabriclab/spec";
import { z } from "zod";
import { channelsParam, topParam } from "./channel-params.ts";
import { Channels } from "./channels.ts";
import { CounterMetric } from "./counter-metric.ts";
import { values } from "./xmit-wait-values.ts";

/**
 * Share of the measured interval during which each port had data to send and sent nothing, for lack of credits or of arbitration, as InfiniBand's
 * `PortXmitWait` counts it: `xmit-wait` the mean and distribution over channels, `xmit-wait.max` the ports that waited longest by name.
 */
export const xmitWait = defineMetric({
  name: "xmit-wait",
  summary:
    "How long ports had data to send and sent nothing (PortXmitWait): mean, distribution, and the longest by name.",
  cites: [
    {
      key: "iba",
      authors: "InfiniBand Trade Association",
      title:
        "InfiniBand Architecture Specification, Volume 1: performance management, PortXmitWait",
      venue: "Release 1.2.1",
      year: 2007,
    },
  ],
  params: z.object({
    channels: channelsParam(),
    top: topParam().describe("how many of the ports that waited most to name"),
  }),
  claims: { unit: "1" },
  values,
  plots: {
    "xmit-wait": { label: "Mean wait of a port", of: "of the time" },
    "xmit-wait.max": { label: "Longest wait of a port", of: "of the time" },
  },
  waits: true,
  create: ({ fabric }, { channels, top }) =>
    new CounterMetric(new Channels(fabric, channels, top), {
      name: "xmit-wait",
      unit: "1",
      zeros: "never",
      counter: "waitTicks",
    }),
});
