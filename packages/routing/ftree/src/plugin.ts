import {
  citeOpenSm,
  defineRouting,
  flagParam,
  intParam,
} from "@fabriclab/spec";
import { z } from "zod";
import { createFtree } from "./ftree.ts";

const list = () =>
  z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1)], {
      error: "a name or GUID, or a list of them",
    })
    .optional();

/**
 * Fat-tree routing: from every destination up the tree by the least loaded cables, counted over compute nodes, and down from there. Entry by entry what
 * OpenSM's ftree does.
 *
 * @throws FabricError E_FTREE_UNSUPPORTED_FABRIC for a fabric that is no fat tree; E_FTREE_LMC; E_FTREE_NO_SUCH_NODE
 */
export const ftree = defineRouting({
  name: "ftree",
  summary:
    "Fat-tree routing by balanced counters, as OpenSM's ftree engine does.",
  defaultAddressing: "opensm",
  opensm: { engine: "ftree" },
  lists: {
    roots: "roots",
    compute: "compute",
    io: "io",
    reverseHops: "reverseHops",
  },
  withoutLists: "regular trees",
  cites: [
    {
      key: "zahavi2010",
      authors: "E. Zahavi, G. Johnson, D. J. Kerbyson, M. Lang",
      title:
        "Optimized InfiniBand fat-tree routing for shift all-to-all communication patterns",
      venue:
        "Concurrency and Computation: Practice and Experience 22(2), 217-231",
      year: 2010,
      doi: "10.1002/cpe.1527",
    },
    citeOpenSm("fat-tree routing"),
  ],
  params: z.object({
    roots: list()
      .describe(
        "Root switches, by name or NodeGUID (0x…); with them the tree need not be regular. Default: the switches farthest from all hosts, in a regular tree.",
      )
      .meta({ unit: "name" }),
    compute: list()
      .describe(
        "Compute nodes, by name, NodeGUID or PortGUID (0x…): routed first and balanced among themselves. Default: all hosts but those of `io`.",
      )
      .meta({ unit: "name" }),
    io: list()
      .describe(
        "I/O nodes, by name, NodeGUID or PortGUID (0x…): no compute nodes, unless listed as such; routed after them.",
      )
      .meta({ unit: "name" }),
    reverseHops: intParam({ min: 0, max: 15, default: 0 }).describe(
      "How often the way to an I/O node may turn down and up again, where it hangs above the leaves (OpenSM's max_reverse_hops).",
    ),
    connectRoots: flagParam(false).describe(
      "Switches that no way up and down joins, such as roots, reach each other by a turn in the last leaf (OpenSM's connect_roots). Hosts' paths stay as they are.",
    ),
  }),
  claims: {
    fabrics:
      "regular fat trees of 2 to 8 ranks; with roots named, any whose compute nodes hang on switches of one rank",
    minimal: false,
    deadlockFree: false,
    adaptive: false,
    toleratesFaults: true,
  },
  create: createFtree,
});
