import { choiceParam, defineMetric } from "@fabriclab/spec";
import { z } from "zod";
import { DropsMetric } from "./drops-metric.ts";
import { values } from "./values.ts";

/**
 * Share of packets that the network discarded: `drops` of all causes, `drops.head-lifetime` and so on of one cause, and by class where asked for.
 * The counts are in the details. Copies of a multicast packet count one by one.
 */
export const drops = defineMetric({
  name: "drops",
  summary: "Packets discarded, by cause, service level and traffic.",
  cites: [],
  params: z.object({
    split: choiceParam(["none", "sl", "traffic"], "none").describe(
      "report every service level, or every traffic entry, besides the whole",
    ),
  }),
  claims: { unit: "1" },
  values,
  plots: {
    drops: { label: "Discarded packets", of: "of all" },
    "drops.*": { of: "of all" },
  },
  create: (_, { split }) => new DropsMetric(split),
});
