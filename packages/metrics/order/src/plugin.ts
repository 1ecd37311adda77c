import { choiceParam, defineMetric } from "@fabriclab/spec";
import { z } from "zod";
import { OrderMetric } from "./order-metric.ts";
import { values } from "./values.ts";

/**
 * Share of arrivals that are out of order (`order`), and by how much (`order.behind`): the type-P-reordered ratio of RFC 4737 with births as
 * sequence numbers, over flows of one traffic, source, destination and service level.
 */
export const order = defineMetric({
  name: "order",
  summary: "Packets that arrive behind a later packet of their flow.",
  cites: [
    {
      key: "rfc4737",
      authors:
        "A. Morton, L. Ciavattone, G. Ramachandran, S. Shalunov, J. Perser",
      title: "Packet Reordering Metrics",
      venue: "RFC 4737, IETF",
      year: 2006,
    },
  ],
  params: z.object({
    split: choiceParam(["none", "sl", "traffic"], "none").describe(
      "report every service level, or every traffic entry, besides the whole",
    ),
  }),
  claims: { unit: "1" },
  sequential: true,
  values,
  plots: {
    order: { label: "Arrivals out of order", of: "of all" },
    "order.behind": { label: "Mean time behind a later packet" },
    "order.*": { of: "of all" },
  },
  create: (context, { split }) => new OrderMetric(context, split),
});
