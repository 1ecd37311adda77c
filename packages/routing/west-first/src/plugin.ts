import { defineRouting, PAPERS } from "@fabriclab/spec";
import { z } from "zod";
import { createWestFirst } from "./west-first.ts";

/**
 * Turn model routing of 2-D meshes: all hops west come first.
 *
 * The two turns into west are forbidden, which breaks every cycle of channels on one virtual lane. A packet that has to go west does so before
 * anything else; any other may take either dimension. Paths are shortest ones.
 *
 * @throws FabricError E_WEST_FIRST_UNSUPPORTED_FABRIC when the fabric is no complete 2-D mesh with ports 1-4 = east, north, west, south
 */
export const westFirst = defineRouting({
  name: "west-first",
  summary: "Turn model routing of 2-D meshes: all hops west come first.",
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
  create: (context) => createWestFirst(context),
});
