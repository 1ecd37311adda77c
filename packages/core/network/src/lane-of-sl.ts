import type { HcaModel } from "@fabriclab/spec";
import { FabricError, MANAGEMENT_VL } from "@fabriclab/units";
import { dataLanes } from "./management-lane.ts";

/** The lane on which a host sends data of an SL. */
export function laneOfSl(hca: HcaModel, lanes: number, sl: number): number {
  const data = dataLanes(lanes);
  if (hca.slToVl === undefined) return sl % data;
  const lane = hca.slToVl[sl];
  if (lane === undefined || lane < 0 || lane >= data) {
    throw new FabricError({
      code: "E_NETWORK_SL_TO_VL",
      message: `the host's SL-to-VL table has no usable lane for SL ${sl}`,
      got: String(lane),
      expected: `a VL from 0 to ${data - 1}`,
      hint:
        lane === MANAGEMENT_VL
          ? "15 closes an SL to a host: other service levels for the traffic, or another table for hosts (hostSl2vl of sl2vl-lanes, slToVl of the host adapter)"
          : "a switch with more virtualLanes, or another table for hosts (hostSl2vl of sl2vl-lanes, slToVl of the host adapter)",
    });
  }
  return lane;
}
