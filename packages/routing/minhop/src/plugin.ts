import { citeOpenSm, defineRouting } from "@fabriclab/spec";
import { z } from "zod";
import { createMinhop } from "./minhop.ts";

/**
 * Shortest paths; of ports with equally few hops every switch takes the one that it has given fewest destinations. Entry by entry what OpenSM's minhop does,
 * LMC > 0 included. On fabrics with cycles of cables it leaves credit loops.
 */
export const minhop = defineRouting({
  name: "minhop",
  summary:
    "Shortest paths spread over ports of equal hops, as OpenSM's minhop engine does.",
  defaultAddressing: "opensm",
  opensm: { engine: "minhop", usual: true },
  cites: [citeOpenSm("unicast manager")],
  params: z.object({}),
  claims: {
    fabrics: "any",
    minimal: true,
    deadlockFree: false,
    adaptive: false,
    toleratesFaults: true,
  },
  create: (context) => createMinhop(context),
});
