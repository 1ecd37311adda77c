import { choiceParam, defineRouting, PAPERS } from "@fabriclab/spec";
import { z } from "zod";
import { LARGEST_COST } from "./link-costs.ts";
import { createSpf } from "./spf.ts";

/**
 * Shortest path first, the routing that kim2007 proposes for InfiniBand: Dijkstra's paths to every destination, by the lowest port where several are
 * equally short.
 *
 * One path to every destination, whatever the source, and no care for cycles of channels: on most networks it can deadlock.
 *
 * @throws FabricError E_SPF_COST_LINK, E_SPF_COST_TWICE
 */
export const spf = defineRouting({
  name: "spf",
  summary:
    "Shortest path first: every switch sends along a least-cost path, by the lowest port where several are equal.",
  cites: [
    PAPERS.kim2007,
    {
      key: "dijkstra1959",
      authors: "E. W. Dijkstra",
      title: "A note on two problems in connexion with graphs",
      venue: "Numerische Mathematik 1, 269-271",
      year: 1959,
    },
  ],
  params: z.object({
    cost: choiceParam(["hops", "inverse-rate"], "hops").describe(
      "Cost of a link: 1 (hops), or the picoseconds that a byte takes on it (inverse-rate). The claims hold for hops.",
    ),
    costs: z
      .record(z.string(), z.int().min(1).max(LARGEST_COST))
      .default({})
      .describe(
        'Costs of single links in both directions, in the unit of `cost`, by a port at either end: { "S1:2": 3 }. The node is a NodeDescription or a GUID.',
      )
      .meta({ unit: "1" }),
  }),
  claims: {
    fabrics: "any; pairs in parts that are not connected have no path",
    minimal: true,
    deadlockFree: false,
    adaptive: false,
    toleratesFaults: true,
  },
  create: (context, options) => createSpf(context, options),
});
