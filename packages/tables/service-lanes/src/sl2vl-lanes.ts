import { SERVICE_LEVELS } from "@fabriclab/paths";
import { defineLaneTables, FabricError } from "@fabriclab/spec";
import { MANAGEMENT_VL } from "@fabriclab/units";
import { z } from "zod";
import { listedLanes } from "./listed-lanes.ts";

/** VLs as a user writes them: `0,0,1,1,…`, or a list. */
const lanesParam = (byDefault: string) =>
  z
    .union([z.string(), z.array(z.int())], {
      error: "16 VLs such as 0,0,0,0,1,1,1,1,2,2,2,2,3,3,3,3, or a list",
    })
    .default(byDefault)
    .meta({ unit: "VL" });

/** As OpenSM has it where `qos_sl2vl` is not set. */
const OPENSM_DEFAULT = "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,7";

/**
 * SL2VL tables of a scenario's own: one VL for each SL, the same at every port, as `qos_sl2vl` of OpenSM's options sets them up.
 *
 * Complexity: O(switches · ports · 16).
 *
 * @throws FabricError E_SL2VL_LANES_LIST, E_SL2VL_LANES_ROUTING
 */
export const sl2vlLanes = defineLaneTables({
  name: "sl2vl-lanes",
  summary:
    "SL2VL tables as written: a virtual lane for each service level, the same at every port.",
  cites: [],
  params: z.object({
    sl2vl: lanesParam(OPENSM_DEFAULT).describe(
      "VLs of SL 0 to 15 at switches, as `qos_sl2vl` of OpenSM's options has them; 15 discards. Default: OpenSM's.",
    ),
    hostSl2vl: lanesParam("").describe(
      "The same of what hosts send on (`qos_ca_sl2vl`), where 15 is an SL that they cannot send. Empty: as at switches.",
    ),
  }),
  claims: {},
  build(context, { sl2vl, hostSl2vl }) {
    const switches = readLanes(sl2vl, "sl2vl");
    const isSame = typeof hostSl2vl === "string" && hostSl2vl.trim() === "";
    return listedLanes(context, {
      switches,
      hosts: isSame ? switches : readLanes(hostSl2vl, "hostSl2vl"),
    });
  },
});

/** @throws FabricError E_SL2VL_LANES_LIST */
function readLanes(
  written: string | readonly number[],
  path: string,
): number[] {
  const refuse = (got: string, message: string): never => {
    throw new FabricError({
      code: "E_SL2VL_LANES_LIST",
      message,
      where: { path },
      got,
      expected:
        "16 VLs, of SL 0 to 15: data VLs 0 to 14, or 15 for an SL that is discarded",
    });
  };
  const parts: readonly (string | number)[] =
    typeof written === "string" ? written.split(",") : written;
  const lanes = parts.map((part) => {
    const text = String(part).trim();
    if (!/^\d{1,9}$/.test(text))
      return refuse(
        text === "" ? "nothing between commas" : text,
        `${path} cannot be read`,
      );
    const vl = Number(text);
    if (vl > MANAGEMENT_VL)
      return refuse(text, `${path} names a VL that does not exist`);
    return vl;
  });
  if (lanes.length !== SERVICE_LEVELS)
    refuse(`${lanes.length} VLs`, `${path} has a VL for each of 16 SLs`);
  return lanes;
}
