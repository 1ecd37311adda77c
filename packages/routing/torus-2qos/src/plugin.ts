import { citeOpenSm, defineRouting, intParam, PAPERS } from "@fabriclab/spec";
import { z } from "zod";
import { createTorus2qos } from "./torus-2qos.ts";

/**
 * Dimension-order routing of tori and meshes in up to three dimensions that survives failures: ring by ring the other way round, and by an early turn
 * around a missing switch, without a change of any service level. Entry by entry what OpenSM's torus-2QoS does.
 *
 * @throws FabricError E_TORUS_2QOS_CONF; E_TORUS_2QOS_UNSUPPORTED_FABRIC; E_TORUS_2QOS_CUT where failures leave pairs without a way
 */
export const torus2qos = defineRouting({
  name: "torus-2qos",
  summary:
    "Dimension-order routing of tori and meshes with datelines that goes around failures, as OpenSM's torus-2QoS engine does.",
  defaultAddressing: "opensm",
  // It tells SLs apart, which OpenSM sets up with QoS only.
  opensm: {
    engine: "torus-2QoS",
    needs: [
      "qos TRUE",
      "# torus_config: dimensions and seed of the torus, to be written by hand (see torus-2QoS.conf(5))",
    ],
  },
  cites: [PAPERS.dally1987, citeOpenSm("torus-2QoS routing")],
  params: z.object({
    conf: z
      .union([z.string().min(1), z.array(z.string()).min(1)], {
        error: "the text of a torus-2QoS.conf, or its lines",
      })
      .optional()
      .describe(
        "What OpenSM's torus-2QoS.conf says: dimensions, seed, datelines; as text or line by line. Default: found from the cables, of which none may be missing.",
      )
      .meta({ unit: "name" }),
    levels: intParam({ min: 1, max: 2, default: 2 }).describe(
      "Levels of quality of service, told apart by SL bit 3, of four lanes each.",
    ),
  }),
  claims: {
    fabrics:
      "tori and meshes of up to three dimensions, with one failure at most in a ring, or with a switch missing",
    minimal: false,
    deadlockFree: { lanes: 8 },
    adaptive: false,
    toleratesFaults: true,
  },
  create: createTorus2qos,
});
