import { choiceParam, defineMetric } from "@fabriclab/spec";
import { z } from "zod";
import { topParam } from "./channel-params.ts";
import { Channels } from "./channels.ts";
import { CounterMetric } from "./counter-metric.ts";
import { values } from "./queue-length-values.ts";

/**
 * Mean number of packets that wait in the input buffers of switches, which is where congestion stands: `queue-length` the mean and distribution over
 * buffers, `queue-length.max` the longest queues by the name of the channel that ends there.
 *
 * A packet waits from when it could go on, the routing delay behind it, until the crossbar begins to read it. What travels or is being sent does not wait, so an
 * idle network has queues of length 0. Counted packet by packet, not sampled: the mean times the interval is the sum of the waits (Little).
 */
export const queueLength = defineMetric({
  name: "queue-length",
  summary:
    "Packets that wait in the input buffers of switches: mean over time, distribution over ports, and the longest queues by name.",
  cites: [
    {
      key: "little",
      authors: "J. D. C. Little",
      title: "A Proof for the Queuing Formula: L = λW",
      venue: "Operations Research 9 (3), 383-387",
      year: 1961,
      doi: "10.1287/opre.9.3.383",
    },
  ],
  params: z.object({
    channels: choiceParam(["all", "switch", "host"], "all").describe(
      "the buffers behind all channels that end at a switch, behind those between switches, or behind those from hosts",
    ),
    top: topParam().describe("how many of the longest queues to name"),
  }),
  claims: { unit: "packets" },
  values,
  plots: {
    "queue-length": { label: "Packets waiting in an input buffer" },
    "queue-length.max": { label: "Packets waiting in the fullest buffer" },
  },
  queues: true,
  create: ({ fabric }, { channels, top }) =>
    new CounterMetric(new Channels(fabric, channels, top, "switches"), {
      name: "queue-length",
      unit: "packets",
      zeros: "empty",
      counter: "queueTicks",
    }),
});
