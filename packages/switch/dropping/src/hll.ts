import { defineDrop, PAPERS } from "@fabriclab/spec";
import { z } from "zod";
import { iba } from "./citations.ts";
import { lifetimeParam, lifetimePs } from "./lifetime.ts";
import { selectiveParam, stallCountParam, unlimited } from "./params.ts";
import { policy } from "./policy.ts";

/** Head-of-queue lifetime limit (Kim et al., section 3.5): HQLifetime is when a packet became the head, and 4.096 us x 2^HV later it goes. */
export const hll = defineDrop({
  name: "hll",
  summary:
    "Drops a packet that has been the head of its queue for 4.096 us x 2^HV.",
  cites: [PAPERS.kim2007, iba],
  params: z.object({
    hv: lifetimeParam("hv", 10).describe(
      "HV: the limit is 4.096 us x 2^HV, HV from 0 to 19; `infinite` (IBA: any value above 19) = no limit",
    ),
    selective: selectiveParam(),
    stallCount: stallCountParam(),
  }),
  claims: { selective: true },
  withoutEffect: ({ hv }): Record<string, string> =>
    lifetimePs(hv) === Infinity
      ? { selective: unlimited, stallCount: unlimited }
      : {},
  build: ({ hv, selective, stallCount }) =>
    policy("hll", {
      headPs: lifetimePs(hv),
      switchPs: Infinity,
      selective,
      stallCount,
    }),
});
