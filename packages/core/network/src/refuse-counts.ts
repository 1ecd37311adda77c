import { FabricError } from "@fabriclab/units";
import { dataLanes } from "./management-lane.ts";
import type { EngineConfig } from "./own-endports.ts";

/**
 * @param V lanes of the switches
 * @throws FabricError E_NETWORK_LANES, E_NETWORK_TRAFFIC: more than records have room for, or than the switches have
 */
export function refuseCounts(
  V: number,
  { tables, traffic }: Pick<EngineConfig, "tables" | "traffic">,
): void {
  if (!(Number.isInteger(V) && V >= 1 && V <= 16))
    throw new FabricError({
      code: "E_NETWORK_LANES",
      message: "number of lanes out of range",
      got: String(V),
      expected: "1 to 15, or 16 with VL15",
    });
  if (tables.lanes > dataLanes(V))
    throw new FabricError({
      code: "E_NETWORK_LANES",
      message: "the tables need more lanes than the switches have",
      got: `${dataLanes(V)} lanes`,
      expected: `at least ${tables.lanes}`,
    });
  if (traffic.length > 256)
    throw new FabricError({
      code: "E_NETWORK_TRAFFIC",
      message: "too many traffic entries",
      got: String(traffic.length),
      expected: "at most 256",
    });
}
