import { defineRouting, PAPERS } from "@fabriclab/spec";
import { z } from "zod";
import { createNegativeFirst } from "./negative-first.ts";

/**
 * Turn model routing of 2-D meshes: all hops west and south come before any hop east or north.
 *
 * A hop west or south after one east or north is forbidden (the turns from a positive to a negative direction), which breaks every cycle of channels
 * on one virtual lane. Within each phase both dimensions are offered. Paths are shortest ones; a packet never has to know where it came from,
 * because what is left to do tells the phase.
 *
 * @throws FabricError E_NEGATIVE_FIRST_UNSUPPORTED_FABRIC when the fabric is no complete 2-D mesh with ports 1-4 = east, north, west, south
 */
export const negativeFirst = defineRouting({
  name: "negative-first",
  summary:
    "Turn model routing of 2-D meshes: all hops west and south come before any hop east or north.",
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
  create: (context) => createNegativeFirst(context),
});
