import type { DumpNotes } from "./dump-notes.ts";
import { syntaxError, type Line } from "./guid-text.ts";
import { laneWithin, OPENSM_SL2VL } from "./sl2vl-values.ts";
import { C_NUMBER, cNumber } from "./vlarb-values.ts";

/** Lists of VLs by SL: option -> list, and the line where it stands. */
export type LaneLists = Map<
  string,
  { readonly lanes: readonly number[]; readonly line: number }
>;

/** How many VLs the options name. */
export interface LaneCounts {
  /** `max_op_vls`, as PortInfo codes OperationalVLs. */
  opVls: number;
  /** `qos_swe_max_vls`, else `qos_max_vls`, the last of each. */
  maxVls?: { readonly key: string; readonly count: number };
}

/** SL2VL as OpenSM sets it: SL -> VL, one list for every pair of ports. */
export interface QosSl2vl {
  /** Of switches' external ports. */
  readonly switches: Uint8Array;
  readonly hosts: Uint8Array;
  /** Neither is given: they are OpenSM's default. */
  readonly isDefault: boolean;
}

const NUMBER = new RegExp(`^(?:${C_NUMBER})$`, "i");

/** A number of VLs. @throws FabricError E_OPENSM_SYNTAX */
export function readCount(line: Line, text: string, column: number): number {
  if (NUMBER.test(text)) return cNumber(text);
  throw syntaxError(
    line,
    column,
    text === "" ? "no value" : text,
    "a whole number",
  );
}

/** Takes a `qos_max_vls`, where it counts for switches' external ports: 0, and more than 15, stand for none. @throws FabricError E_OPENSM_SYNTAX */
export function readMaxVls(
  counts: LaneCounts,
  key: string,
  line: Line,
  text: string,
  column: number,
): void {
  const count = readCount(line, text, column);
  if (count === 0 || count > 15) return;
  if (key === "qos_max_vls" && counts.maxVls?.key === "qos_swe_max_vls") return;
  counts.maxVls = { key, count };
}

/** SL2VL of switches' external ports and of hosts, and notes of what is not taken. */
export function sl2vlOf(
  lists: LaneLists,
  { opVls, maxVls }: LaneCounts,
  file: string,
  notes: DumpNotes,
): QosSl2vl {
  const of = (type: string) =>
    lists.get(`qos_${type}_sl2vl`) ?? lists.get("qos_sl2vl");
  const row = (type: string): Uint8Array =>
    Uint8Array.from(of(type)?.lanes ?? OPENSM_SL2VL, (vl) =>
      laneWithin(vl, opVls),
    );
  for (const [type, ports] of [
    ["sw0", "switches' ports 0"],
    ["rtr", "routers"],
  ] as const) {
    const other = lists.get(`qos_${type}_sl2vl`);
    if (other !== undefined && row(type).join() !== row("swe").join())
      notes.add(
        file,
        `SL2VL of ${ports} (qos_${type}_sl2vl) is passed over: no data go there`,
        other.line,
      );
  }
  const given = of("swe");
  const [switches, hosts] = [row("swe"), row("ca")];
  const highest = Math.max(...[...switches].filter((vl) => vl < 15), 0);
  if (given !== undefined && maxVls !== undefined && highest >= maxVls.count)
    notes.add(
      file,
      `SL2VL names VL ${highest}, and ${maxVls.key} is ${maxVls.count}: VL ${highest} is used all the same, as OpenSM sets it up; max_op_vls limits the VLs of ports`,
      given.line,
    );
  return {
    switches,
    hosts,
    isDefault: given === undefined && of("ca") === undefined,
  };
}
