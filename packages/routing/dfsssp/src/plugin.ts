import { citeOpenSm, defineRouting, intParam } from "@fabriclab/spec";
import { z } from "zod";
import { createDfsssp } from "./dfsssp.ts";

const list = () =>
  z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1)], {
      error: "a name or GUID, or a list of them",
    })
    .optional();

/**
 * The shortest paths of sssp, divided among virtual lanes until no lane holds a credit loop. Paths are those of OpenSM's dfsssp, entry by entry; which
 * path is on which lane is not.
 *
 * @throws FabricError E_DFSSSP_LANES where the lanes do not suffice; E_DFSSSP_NO_SUCH_NODE for a list that names what is no host
 */
export const dfsssp = defineRouting({
  name: "dfsssp",
  summary:
    "The paths of sssp, divided among virtual lanes until no credit loop is left, as OpenSM's dfsssp engine does.",
  defaultAddressing: "opensm",
  // It tells SLs apart, which OpenSM sets up with QoS only.
  opensm: { engine: "dfsssp", needs: ["qos TRUE"] },
  lists: { compute: "compute", io: "io" },
  cites: [
    {
      key: "domke2011",
      authors: "J. Domke, T. Hoefler, W. E. Nagel",
      title: "Deadlock-free oblivious routing for arbitrary topologies",
      venue:
        "IEEE International Parallel and Distributed Processing Symposium, 616-627",
      year: 2011,
      doi: "10.1109/IPDPS.2011.65",
    },
    citeOpenSm("DFSSSP routing"),
  ],
  params: z.object({
    lanes: intParam({ min: 1, max: 15, default: 8 }).describe(
      "Data VLs that may be used.",
    ),
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
    fabrics: "any whose shortest paths divide into the lanes",
    minimal: true,
    deadlockFree: { lanes: 15 },
    adaptive: false,
    toleratesFaults: true,
  },
  create: createDfsssp,
});
