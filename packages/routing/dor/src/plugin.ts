import { defineRouting } from "@fabriclab/spec";
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
  cites: [
    {
      key: "opensm",
      authors: "linux-rdma",
      title:
        "OpenSM, InfiniBand subnet manager: unicast manager, dimension-order routing",
      venue: "software, version 3.3.23",
      year: 2020,
    },
  ],
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
