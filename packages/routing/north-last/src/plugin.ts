import { defineRouting, PAPERS } from "@fabriclab/spec";
import { z } from "zod";
import { createNorthLast } from "./north-last.ts";

/**
 * Turn model routing of 2-D meshes: all hops north come last.
 *
 * The two turns out of north are forbidden, which breaks every cycle of channels on one virtual lane. A packet that has to go north does so after
 * everything else; any other may take either dimension. Paths are shortest ones.
 *
 * @throws FabricError E_NORTH_LAST_UNSUPPORTED_FABRIC when the fabric is no complete 2-D mesh with ports 1-4 = east, north, west, south
 */
export const northLast = defineRouting({
  name: "north-last",
  summary: "Turn model routing of 2-D meshes: all hops north come last.",
  defaultAddressing: "sequential",
  cites: [PAPERS.glass1994],
  params: z.object({}),
  claims: {
    fabrics: "complete 2-D meshes without wrap-around links",
    minimal: true,
    deadlockFree: { lanes: 1 },
    adaptive: true,
    toleratesFaults: false,
  },
  create: (context) => createNorthLast(context),
});
