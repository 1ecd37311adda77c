import {
  citeOpenSm,
  defineAddressing,
  intParam,
  nameParam,
} from "@fabriclab/spec";
import { MAX_LMC } from "@fabriclab/units";
import { z } from "zod";
import { assignOpensm } from "./opensm.ts";

/**
 * LIDs in the order in which OpenSM gives them out to a fabric that has none.
 *
 * @throws FabricError E_OPENSM_LIDS_OVERFLOW, E_OPENSM_LIDS_NO_SM
 */
export const opensm = defineAddressing({
  name: "opensm",
  summary: "LIDs in the order in which OpenSM gives them out.",
  cites: [citeOpenSm("LID manager")],
  params: z.object({
    lmc: intParam({ min: 0, max: MAX_LMC, default: 0 }).describe(
      "Every host port takes 2^lmc LIDs.",
    ),
    sm: nameParam()
      .optional()
      .describe(
        "Where the subnet manager sits, by name or GUID (0x…): that port has the first LID. Default: the first cabled host port in OpenSM's map order.",
      ),
  }),
  claims: { fabrics: "any whose LIDs fit into a subnet", aligned: true },
  assign: assignOpensm,
});
