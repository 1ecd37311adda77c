import { SERVICE_LEVELS } from "@fabriclab/paths";
import { FabricError } from "@fabriclab/spec";
import { MANAGEMENT_VL } from "@fabriclab/units";
import { parseNumbers, type NumberList } from "./number-list.ts";

/** Names of the classes, as the parameters begin. */
export type ClassName = "realTime" | "multicast" | "bestEffort";

/** Service levels of a class and the lanes that it has. */
export interface TrafficClass {
  readonly name: ClassName;
  readonly levels: readonly number[];
  readonly lanes: readonly number[];
  /** The lanes are another class's, which this one shares. */
  readonly borrowed?: boolean;
}

/**
 * Reads a class.
 *
 * @throws FabricError E_CLASS_LANES_LIST, E_CLASS_LANES_MANAGEMENT
 */
export function trafficClass(
  name: ClassName,
  levels: NumberList,
  lanes: NumberList,
): TrafficClass {
  const path = `${name}Vl`;
  const numbers = parseNumbers(lanes, path);
  if (numbers.includes(MANAGEMENT_VL))
    throw new FabricError({
      code: "E_CLASS_LANES_MANAGEMENT",
      message: "VL15 carries no data and stands in no VL arbitration table",
      where: { path },
      got: String(MANAGEMENT_VL),
      expected: "data VLs, 0 to 14",
      hint: "control packets use VL15 without being told",
    });
  return { name, levels: parseNumbers(levels, `${name}Sl`), lanes: numbers };
}

/**
 * SL -> VL: the service levels of a class take its lanes in turn. 15 where no class has the SL: it is not sent.
 *
 * @throws FabricError E_CLASS_LANES_TWICE for a service level or a lane of two classes, E_CLASS_LANES_NO_LANE for a class with service levels and no lanes
 */
export function laneOfLevel(classes: readonly TrafficClass[]): Uint8Array {
  const map = new Uint8Array(SERVICE_LEVELS).fill(MANAGEMENT_VL);
  const owner = new Map<string, ClassName>();
  const claim = (what: "SL" | "VL", number: number, name: ClassName): void => {
    const other = owner.get(`${what} ${number}`);
    if (other !== undefined)
      throw new FabricError({
        code: "E_CLASS_LANES_TWICE",
        message: `${what} ${number} belongs to two classes of traffic`,
        where: { path: `${name}${what === "SL" ? "Sl" : "Vl"}` },
        got: `${what} ${number} in ${other} and ${name}`,
        expected: "one class for every service level and every lane",
      });
    owner.set(`${what} ${number}`, name);
  };
  for (const { name, levels, lanes, borrowed = false } of classes) {
    if (!borrowed) for (const lane of lanes) claim("VL", lane, name);
    for (const [i, level] of levels.entries()) {
      claim("SL", level, name);
      const lane = lanes[i % lanes.length];
      if (lane === undefined)
        throw new FabricError({
          code: "E_CLASS_LANES_NO_LANE",
          message: `the class ${name} has service levels and no lane`,
          where: { path: borrowed ? "realTimeVl" : `${name}Vl` },
          got: "no VLs",
          expected: "at least one VL",
        });
      map[level] = lane;
    }
  }
  return map;
}
