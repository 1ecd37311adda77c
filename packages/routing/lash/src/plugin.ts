import { citeOpenSm, defineRouting, intParam } from "@fabriclab/spec";
import { z } from "zod";
import { createLash } from "./lash.ts";

/**
 * Layered shortest paths: the paths between every two switches go to the first virtual lane where they close no cycle. Paths are those of OpenSM's lash,
 * entry by entry; the lanes are as many as OpenSM needs before it balances them.
 *
 * @throws FabricError E_LASH_LANES where the lanes do not suffice
 */
export const lash = defineRouting({
  name: "lash",
  summary:
    "Shortest paths in layers without credit loops, as OpenSM's lash engine lays them.",
  defaultAddressing: "opensm",
  // It tells SLs apart, which OpenSM sets up with QoS only.
  opensm: { engine: "lash", needs: ["qos TRUE"] },
  cites: [
    {
      key: "skeie2002",
      authors: "T. Skeie, O. Lysne, I. Theiss",
      title:
        "Layered shortest path (LASH) routing in irregular system area networks",
      venue: "16th International Parallel and Distributed Processing Symposium",
      year: 2002,
      doi: "10.1109/IPDPS.2002.1016541",
    },
    citeOpenSm("LASH routing"),
  ],
  params: z.object({
    lanes: intParam({ min: 1, max: 15, default: 8 }).describe(
      "Data VLs that may be used.",
    ),
  }),
  claims: {
    fabrics: "any whose switch pairs fit on the lanes",
    minimal: true,
    deadlockFree: { lanes: 15 },
    adaptive: false,
    toleratesFaults: true,
  },
  create: createLash,
});
