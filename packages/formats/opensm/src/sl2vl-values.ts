import { MANAGEMENT_VL } from "@fabriclab/units";
import { mismatch, syntaxError, type Line } from "./guid-text.ts";
import { C_NUMBER, cNumber } from "./vlarb-values.ts";

const SERVICE_LEVELS = 16;

/** `OSM_DEFAULT_QOS_SL2VL` of osm_base.h. */
export const OPENSM_SL2VL: readonly number[] = [
  ...Array.from({ length: 15 }, (_, sl) => sl),
  7,
];

/** `max_op_vls`, the code of PortInfo for OperationalVLs, that stands for no limit. */
export const MOST_OP_VLS = 5;

const LANE = new RegExp(`^\\s*(${C_NUMBER})$`, "i");

/**
 * The VLs of SL 0 to 15 of `qos_sl2vl`. A comma may stand behind the last.
 *
 * @param column where the text stands in the line, 1-based
 * @throws FabricError E_OPENSM_SYNTAX, also for fewer or more than 16, of which OpenSM would warn, E_OPENSM_BAD_LANE for a VL above 15
 */
export function readSl2vlList(
  line: Line,
  text: string,
  column: number,
): number[] {
  const parts = text.split(",");
  if (parts.at(-1)?.trim() === "" && parts.length > 1) parts.pop();
  let at = column;
  const lanes = parts.map((part) => {
    const [, number] = LANE.exec(part) ?? [];
    if (number === undefined)
      throw syntaxError(
        line,
        at,
        part.trim() !== ""
          ? part.trim()
          : text === ""
            ? "no value"
            : "nothing between commas",
        "16 VLs with commas between them, for SL 0 to 15",
        /\d\s+$/.test(part)
          ? "take the blank behind the number away: OpenSM would read other VLs"
          : undefined,
      );
    const vl = cNumber(number);
    if (vl > MANAGEMENT_VL)
      throw mismatch(
        "E_OPENSM_BAD_LANE",
        line,
        at,
        "there is no such virtual lane",
        part.trim(),
        "0 to 14, or 15 for an SL that is discarded",
        "OpenSM would warn, and take the number modulo 16",
      );
    at += part.length + 1;
    return vl;
  });
  if (lanes.length === SERVICE_LEVELS) return lanes;
  throw syntaxError(
    line,
    column,
    `${lanes.length} VLs`,
    "16 VLs with commas between them, for SL 0 to 15",
    "OpenSM would warn, and take VL 0 for SLs that are not there",
  );
}

/**
 * A VL as it stands in the tables of a port with that many VLs: 15, which discards, stays, of others the bits that the port has.
 *
 * @param opVls OperationalVLs as PortInfo has it: 1 to 5 for 1, 2, 4, 8 and 15 data VLs
 * @see sl2vl_update_table in osm_qos.c of OpenSM 3.3
 */
export const laneWithin = (vl: number, opVls: number): number =>
  vl === MANAGEMENT_VL ? vl : vl & (2 ** (opVls - 1) - 1);
