import { defineRouting, intParam } from "@fabriclab/spec";
import { z } from "zod";
import { createNue } from "./nue.ts";

/**
 * Routing on the channel dependency graph: destinations are shared out among the lanes, and in each the paths are laid so that no cycle of channels
 * closes. Any number of lanes suffices, one too.
 */
export const nue = defineRouting({
  name: "nue",
  summary:
    "Deadlock-free routing of any fabric on any given number of virtual lanes, as OpenSM's nue engine does.",
  defaultAddressing: "opensm",
  cites: [
    {
      key: "domke2016",
      authors: "J. Domke, T. Hoefler, S. Matsuoka",
      title:
        "Routing on the Dependency Graph: A New Approach to Deadlock-Free High-Performance Routing",
      venue:
        "25th ACM International Symposium on High-Performance Parallel and Distributed Computing, 3-14",
      year: 2016,
      doi: "10.1145/2907294.2907313",
    },
    {
      key: "brandes2001",
      authors: "U. Brandes",
      title: "A faster algorithm for betweenness centrality",
      venue: "Journal of Mathematical Sociology 25(2), 163-177",
      year: 2001,
      doi: "10.1080/0022250X.2001.9990249",
    },
  ],
  params: z.object({
    lanes: intParam({ min: 1, max: 15, default: 1 }).describe(
      "Data VLs that may be used (OpenSM's nue_max_num_vls); more lanes shorten detours.",
    ),
  }),
  claims: {
    fabrics: "any",
    minimal: false,
    deadlockFree: { lanes: 15 },
    adaptive: false,
    toleratesFaults: true,
  },
  create: createNue,
});
