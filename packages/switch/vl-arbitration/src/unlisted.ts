import { FabricError } from "@fabriclab/units";

/** Refuses a packet that would wait for ever, as it does in hardware; here the run says so. @param lanes bit per VL */
export function refuseUnlisted(lanes: number): never {
  throw new FabricError({
    code: "E_VL_ARBITRATION_UNLISTED",
    message: "a packet waits on a VL that no VL arbitration table serves",
    got: `a packet on VL${31 - Math.clz32(lanes & -lanes)}`,
    expected:
      "an entry with a weight above 0 for every VL that carries packets",
    hint: "add the VL to the high- or low-priority table, or map its service level to another VL",
  });
}
