import { citeOpenSm, defineRouting, flagParam } from "@fabriclab/spec";
import { z } from "zod";
import { createDnup } from "./dnup.ts";

/**
 * Down/up routing: ranks are counted from the switches that carry hosts, and paths do not come back to them on the way. Entry by entry what OpenSM's dnup
 * does; where every switch carries hosts that is minhop, credit loops included.
 *
 * @throws FabricError E_DNUP_UNSUPPORTED_FABRIC where no switch carries a host
 */
export const dnup = defineRouting({
  name: "dnup",
  summary:
    "Down/up routing ranked from the switches that carry hosts, as OpenSM's dnup engine does.",
  defaultAddressing: "opensm",
  opensm: { engine: "dnup" },
  cites: [citeOpenSm("down/up routing")],
  params: z.object({
    connectRoots: flagParam(false).describe(
      "Where no other way is left, paths turn away from the hosts again after a step towards them, so that all pairs are joined (OpenSM's connect_roots); they may close credit loops.",
    ),
  }),
  claims: {
    fabrics: "any with a host on a switch",
    minimal: false,
    deadlockFree: false,
    adaptive: false,
    toleratesFaults: true,
  },
  create: createDnup,
});
