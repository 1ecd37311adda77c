import { citeOpenSm, defineRouting } from "@fabriclab/spec";
import { z } from "zod";
import { createDor } from "./dor.ts";

/**
 * Shortest paths by the lowest-numbered dimension first, where every switch has its dimensions cabled on ports in one order; entry by entry what OpenSM's dor
 * does. On meshes cabled so it is dimension-order routing; on tori and irregular fabrics it leaves credit loops.
 */
export const dor = defineRouting({
  name: "dor",
  summary:
    "Shortest paths by the lowest-numbered dimension first, as OpenSM's dor engine does.",
  defaultAddressing: "opensm",
  opensm: { engine: "dor" },
  cites: [citeOpenSm("unicast manager, dimension-order routing")],
  params: z.object({}),
  claims: {
    fabrics: "any",
    minimal: true,
    deadlockFree: false,
    adaptive: false,
    toleratesFaults: true,
  },
  create: (context) => createDor(context),
});
