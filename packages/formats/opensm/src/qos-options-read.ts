import { excerpt, type VlArbEntry, type VlArbTable } from "@fabriclab/spec";
import { DumpNotes } from "./dump-notes.ts";
import type { DumpText } from "./dump-text.ts";
import { linesOf, refuseCut, type Line } from "./guid-text.ts";
import { QOS_FILE } from "./qos-options.ts";
import {
  readCount,
  readMaxVls,
  sl2vlOf,
  type LaneCounts,
  type LaneLists,
  type QosSl2vl,
} from "./qos-lanes.ts";
import { laneWithin, MOST_OP_VLS, readSl2vlList } from "./sl2vl-values.ts";
import { readHighLimit, readVlArbList } from "./vlarb-values.ts";

/** What the options say. */
export interface QosOptions {
  /** VL arbitration of switches' external ports; absent where OpenSM sets none, or its own. */
  readonly vlArb?: VlArbTable;
  /** Absent where OpenSM sets none. */
  readonly sl2vl?: QosSl2vl;
}

/** Ports that OpenSM has options of their own for, `qos_<type>_*`, in its order. */
const PORTS = {
  ca: "hosts",
  sw0: "switches' ports 0",
  rtr: "routers",
} as const;
type PortType = keyof typeof PORTS | "swe";

/** The name behind `qos_` and the type, and what it is called. */
const PARTS = {
  vlarb_high: "the high-priority table",
  vlarb_low: "the low-priority table",
  high_limit: "the limit of high priority",
} as const;
type Part = keyof typeof PARTS;
const partNames = Object.keys(PARTS) as Part[];

const OPTION =
  /^qos_(?:ca_|sw0_|swe_|rtr_)?(?:(vlarb_high|vlarb_low|high_limit)|(max_vls)|(sl2vl))$/;
/** The others that are read, and one that begins so and says nothing of VLs. */
const OTHER_OPTION = /^(?:qos(?:_policy_file)?|max_op_vls)$/;

interface Value {
  /** Entries of a table; of the limit the number alone. */
  readonly value: readonly VlArbEntry[] | number;
  readonly line: number;
}

/** By `qos_vlarb_high` and the like. */
type Values = Map<string, Value>;

/** OSM_DEFAULT_QOS_VLARB_HIGH, _LOW and _HIGH_LIMIT of osm_base.h, without the entries of weight 0. */
const DEFAULTS: Readonly<Record<Part, Value["value"]>> = {
  vlarb_high: [{ vl: 0, weight: 4 }],
  vlarb_low: Array.from({ length: 14 }, (_, k) => ({ vl: k + 1, weight: 4 })),
  high_limit: 0,
};

/**
 * Reads SL2VL and VL arbitration out of OpenSM's options (`opensm-qos.conf`, or a whole opensm.conf): `qos_vlarb_high`, `qos_vlarb_low`, `qos_high_limit`, and those of a
 * type of ports, `qos_<type>_*`, which stand in their place there; and SL2VL, `qos_sl2vl`, `qos_swe_sl2vl` of switches and `qos_ca_sl2vl` of hosts. As OpenSM has it, names are in small letters, what stands behind # is a comment, of an
 * option that is given twice the last counts, `(null)` and a limit below 0 stand for none, and nothing is set without `qos TRUE`.
 *
 * Tables have one VL arbitration for all ports. It is that of switches' external ports (`swe`); others that differ are noted. Of its three parts those that
 * are not given are OpenSM's defaults, and so is SL2VL where it is not given. VLs are those that `max_op_vls` leaves; `qos_max_vls` changes nothing, as in OpenSM.
 *
 * Complexity: O(length of the text).
 * @param notes takes what is odd or does not count, and did not keep the file from being read
 * @throws FabricError E_OPENSM_SYNTAX, E_OPENSM_BAD_LANE, E_OPENSM_BAD_ARBITRATION (a VL, a weight, a limit or a number of entries that no VL arbitration table has),
 * E_OPENSM_TRUNCATED
 * @see osm_subn_parse_conf_file in osm_subnet.c, qos_build_config in osm_qos.c, doc/qos-config.txt of OpenSM 3.3
 */
export function readQosOptions(
  text: DumpText,
  file: string = QOS_FILE,
  notes = new DumpNotes(),
): QosOptions {
  const values: Values = new Map();
  let qos: { readonly text: string; readonly line: number } | undefined;
  const lists: LaneLists = new Map();
  const counts: LaneCounts = { opVls: MOST_OP_VLS };
  for (const line of linesOf(text, file)) {
    const option = optionOf(line);
    if (option === undefined) continue;
    const { key, value, column } = option;
    const [known, part, maxVls, sl2vl] = OPTION.exec(key) ?? [];
    if (known === undefined && !OTHER_OPTION.test(key)) {
      notes.add(
        file,
        /^qos/i.test(key)
          ? `${excerpt(key, 40)} is no option of OpenSM, whose names are in small letters: passed over, as OpenSM does it`
          : "options that say nothing of VLs were passed over",
        line.number,
      );
      continue;
    }
    refuseCut(line);
    if (key === "qos") qos = { text: value, line: line.number };
    if (key === "max_op_vls")
      counts.opVls = Math.min(
        MOST_OP_VLS,
        Math.max(1, readCount(line, value, column)),
      );
    if (maxVls !== undefined && /^qos_(?:swe_)?max_vls$/.test(key))
      readMaxVls(counts, key, line, value, column);
    if (part === undefined && sl2vl === undefined) continue;
    if (values.has(key) || lists.has(key))
      notes.add(
        file,
        `${key} stands there twice: the last one counts, as in OpenSM`,
        line.number,
      );
    if (sl2vl !== undefined) {
      if (value === "(null)") lists.delete(key);
      else
        lists.set(key, {
          lanes: readSl2vlList(line, value, column),
          line: line.number,
        });
      continue;
    }
    const read = valueOf(line, part as Part, value, column);
    if (read === undefined) values.delete(key);
    else values.set(key, { value: read, line: line.number });
  }
  if (qos?.text !== "TRUE") {
    if (values.size + lists.size > 0 || qos === undefined)
      notes.add(
        file,
        `${qos === undefined ? "there is no line `qos TRUE`" : `qos is ${qos.text === "" ? "nothing" : excerpt(qos.text, 20)}, and not TRUE`}: OpenSM sets up neither SL2VL nor VL arbitration, and none is taken from here`,
        qos?.line ?? 0,
      );
    return {};
  }
  const rest = { sl2vl: sl2vlOf(lists, counts, file, notes) };
  noteOthers(values, file, notes);
  const given = partNames.filter(
    (part) => partOf(values, "swe", part).line > 0,
  );
  if (given.length === 0) return rest;
  for (const part of partNames)
    if (!given.includes(part))
      notes.add(
        file,
        `qos_${part} is not there: ${PARTS[part]} is OpenSM's default`,
        0,
      );
  const [high, low, limit] = partNames.map(
    (part) => partOf(values, "swe", part).value,
  );
  const within = (entries: Value["value"] | undefined): VlArbEntry[] =>
    (entries as readonly VlArbEntry[]).map(({ vl, weight }) => ({
      vl: laneWithin(vl, counts.opVls),
      weight,
    }));
  return {
    vlArb: {
      high: within(high),
      low: within(low),
      highLimit: limit as number,
    },
    ...rest,
  };
}

/** The name and the value of a line, both without blanks around them; undefined where it has none. */
function optionOf(
  line: Line,
): { key: string; value: string; column: number } | undefined {
  const [, before = "", key, after = ""] =
    /^(\s*)([^\s#]+)([^#]*)/.exec(line.text) ?? [];
  if (key === undefined) return undefined;
  const trimmed = after.trim();
  const column =
    before.length + key.length + (after.length - after.trimStart().length) + 1;
  // OpenSM takes a pair of quotes away.
  const inside = /^(["'])(.*)\1$/.exec(trimmed)?.[2];
  return inside === undefined
    ? { key, value: trimmed, column }
    : { key, value: inside, column: column + 1 };
}

/** @returns undefined where the option is taken back */
function valueOf(
  line: Line,
  part: Part,
  text: string,
  column: number,
): Value["value"] | undefined {
  if (part !== "high_limit")
    return text === "(null)" ? undefined : readVlArbList(line, text, column);
  return readHighLimit(line, text, column);
}

/** What holds for ports of a type; line 0 for a default. */
function partOf(values: Values, type: PortType, part: Part): Value {
  return (
    values.get(`qos_${type}_${part}`) ??
    values.get(`qos_${part}`) ?? { value: DEFAULTS[part], line: 0 }
  );
}

/** Notes types of ports whose VL arbitration is not that of switches' external ports. */
function noteOthers(values: Values, file: string, notes: DumpNotes): void {
  // Entries of weight 0 are skipped, so that they make no difference.
  const said = ({ value }: Value): string =>
    typeof value === "number"
      ? String(value)
      : value
          .filter(({ weight }) => weight > 0)
          .map(({ vl, weight }) => `${vl}:${weight}`)
          .join();
  for (const [type, ports] of Object.entries(PORTS)) {
    const differing = partNames.filter(
      (part) =>
        said(partOf(values, type as PortType, part)) !==
        said(partOf(values, "swe", part)),
    );
    if (differing.length === 0) continue;
    notes.add(
      file,
      `${differing.map((part) => PARTS[part]).join(" and ")} of ${ports} (qos_${type}_*) ${differing.length === 1 ? "is" : "are"} not that of switches' external ports (qos_swe_*), and passed over: tables have one VL arbitration for all ports, the switches'`,
      partOf(values, type as PortType, differing[0] ?? "vlarb_high").line,
    );
  }
}
