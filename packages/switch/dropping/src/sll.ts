import { defineDrop, PAPERS } from "@fabriclab/spec";
import { z } from "zod";
import { iba } from "./citations.ts";
import { lifetimeParam, lifetimePs } from "./lifetime.ts";
import { selectiveParam, unlimited } from "./params.ts";
import { policy } from "./policy.ts";

/** Switch lifetime limit: the time since a packet's header arrived in the switch, at the head or not. */
export const sll = defineDrop({
  name: "sll",
  summary:
    "Drops a packet at the head of its queue that arrived in the switch 4.096 us x 2^LV ago or earlier.",
  cites: [PAPERS.kim2007, iba],
  params: z.object({
    lv: lifetimeParam("lv", 10).describe(
      "LV: the limit is 4.096 us x 2^LV, LV from 0 to 19; `infinite` (IBA: any value above 19) = no limit",
    ),
    selective: selectiveParam(),
  }),
  claims: { selective: true },
  withoutEffect: ({ lv }): Record<string, string> =>
    lifetimePs(lv) === Infinity ? { selective: unlimited } : {},
  build: ({ lv, selective }) =>
    policy("sll", {
      headPs: Infinity,
      switchPs: lifetimePs(lv),
      selective,
      stallCount: 0,
    }),
});
