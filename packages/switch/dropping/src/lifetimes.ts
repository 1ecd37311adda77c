import { defineDrop } from "@fabriclab/spec";
import { z } from "zod";
import { iba } from "./citations.ts";
import { lifetimeParam, lifetimePs } from "./lifetime.ts";
import { selectiveParam, stallCountParam, unlimited } from "./params.ts";
import { policy } from "./policy.ts";

/** Both limits of an InfiniBand switch, whichever ends first; the defaults are OpenSM's. */
export const lifetimes = defineDrop({
  name: "lifetimes",
  summary:
    "Drops a packet whose head-of-queue or switch lifetime has ended, as InfiniBand switches do.",
  cites: [iba],
  params: z.object({
    hv: lifetimeParam("hv", 18).describe(
      "HV: at the head for at most 4.096 us x 2^HV, HV from 0 to 19; `infinite` (IBA: any value above 19) = no limit",
    ),
    lv: lifetimeParam("lv", 18).describe(
      "LV: in the switch for at most 4.096 us x 2^LV, LV from 0 to 19; `infinite` (IBA: any value above 19) = no limit",
    ),
    selective: selectiveParam(),
    stallCount: stallCountParam(),
  }),
  claims: { selective: true },
  withoutEffect: ({ hv, lv }): Record<string, string> => {
    if (lifetimePs(hv) < Infinity) return {};
    const stallCount = "no packet has a head-of-queue lifetime";
    return lifetimePs(lv) === Infinity
      ? { selective: unlimited, stallCount }
      : { stallCount };
  },
  build: ({ hv, lv, selective, stallCount }) =>
    policy("lifetimes", {
      headPs: lifetimePs(hv),
      switchPs: lifetimePs(lv),
      selective,
      stallCount,
    }),
});
