import { FabricError } from "@fabriclab/spec";

/** The refusal of tables that use more VLs than they declare. */
export function undeclaredLane(lane: number, lanes: number): FabricError {
  return new FabricError({
    code: "E_PATHS_LANE",
    message: "an SL2VL table names a VL that the tables do not declare",
    got: `VL ${lane}`,
    expected: `a VL below ${lanes}`,
  });
}
