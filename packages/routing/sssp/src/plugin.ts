import { citeOpenSm, defineRouting } from "@fabriclab/spec";
import { z } from "zod";
import { createSssp } from "./sssp.ts";

const list = () =>
  z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1)], {
      error: "a name or GUID, or a list of them",
    })
    .optional();

/**
 * Single-source shortest paths: destination after destination takes the least loaded of the shortest paths, seen over the whole fabric. Entry by entry what
 * OpenSM's sssp does, LMC > 0 included. On fabrics with cycles of cables it leaves credit loops; dfsssp removes them.
 *
 * @throws FabricError E_SSSP_NO_SUCH_NODE for a list that names what is no host
 */
export const sssp = defineRouting({
  name: "sssp",
  summary:
    "Shortest paths over the links least loaded so far, as OpenSM's sssp engine does.",
  defaultAddressing: "opensm",
  opensm: { engine: "sssp" },
  lists: { compute: "compute", io: "io" },
  cites: [
    {
      key: "hoefler2009",
      authors: "T. Hoefler, T. Schneider, A. Lumsdaine",
      title: "Optimized routing for large-scale InfiniBand networks",
      venue: "17th IEEE Symposium on High Performance Interconnects, 103-111",
      year: 2009,
      doi: "10.1109/HOTI.2009.9",
    },
    citeOpenSm("SSSP routing"),
  ],
  params: z.object({
    compute: list()
      .describe(
        "Compute nodes, by name, NodeGUID or PortGUID (0x…): their paths are laid first, and so balanced among themselves.",
      )
      .meta({ unit: "name" }),
    io: list()
      .describe(
        "I/O nodes, by name, NodeGUID or PortGUID (0x…): their paths are laid after those of compute nodes and before all others.",
      )
      .meta({ unit: "name" }),
  }),
  claims: {
    fabrics: "any",
    minimal: true,
    deadlockFree: false,
    adaptive: false,
    toleratesFaults: true,
  },
  create: createSssp,
});
