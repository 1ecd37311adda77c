import { resolve } from "node:path";
import {
  DumpNotes,
  laneWithin,
  readQosOptions,
} from "@fabriclab/formats-opensm";
import { defineLaneTables, FabricError, nameParam } from "@fabriclab/spec";
import { listedLanes } from "@fabriclab/tables-service-lanes";
import { z } from "zod";
import { piecesOf } from "./file-pieces.ts";
import { dumpNoteText } from "./table-folder.ts";
import type { Tell } from "./topology-file.ts";

/** Data VLs of a port -> OperationalVLs, as PortInfo codes it. */
const OP_VLS = { 1: 1, 2: 2, 4: 3, 8: 4, 15: 5 } as const;

/**
 * SL2VL and VL arbitration as OpenSM sets them up from its options file: `qos_sl2vl`, `qos_vlarb_high`, `qos_vlarb_low`, `qos_high_limit`, those of a type of ports,
 * and `max_op_vls`.
 *
 * @param folder against which a relative path is resolved: the scenario's
 * @param tell what of the file does not count, once for each file; default: nobody, as in threads, whose files the command has read before them
 */
export const qosLanes = (folder: string, tell?: Tell) => {
  const told = new Set<string>();
  return defineLaneTables({
    name: "opensm-qos",
    summary:
      "SL2VL and VL arbitration from OpenSM's options file, as OpenSM sets them up.",
    cites: [],
    params: z.object({
      path: nameParam().describe(
        "The options file, relative to the scenario: opensm.conf, or an opensm-qos.conf that `route` wrote.",
      ),
      vls: z
        .literal([1, 2, 4, 8, 15])
        .default(15)
        .describe(
          "Data VLs of the ports: of a larger VL in the file they have its remainder, as OpenSM sets it up. `max_op_vls` in the file may leave fewer.",
        )
        .meta({ unit: "VLs" }),
    }),
    claims: {},
    build(context, { path, vls }) {
      const file = resolve(folder, path);
      const notes = new DumpNotes();
      const { sl2vl, vlArb } = readQosOptions(
        piecesOf(file, "lanes.path"),
        file,
        notes,
      );
      if (!told.has(file))
        for (const one of notes.all()) tell?.(dumpNoteText(one));
      told.add(file);
      if (sl2vl === undefined) throw off(file);
      const within = (vl: number): number => laneWithin(vl, OP_VLS[vls]);
      const entries = (list: readonly { vl: number; weight: number }[]) =>
        list.map(({ vl, weight }) => ({ vl: within(vl), weight }));
      return {
        ...listedLanes(context, {
          switches: sl2vl.switches.map(within),
          hosts: sl2vl.hosts.map(within),
        }),
        ...(vlArb === undefined
          ? {}
          : {
              vlArb: {
                ...vlArb,
                high: entries(vlArb.high),
                low: entries(vlArb.low),
              },
            }),
      };
    },
  });
};

const off = (file: string): FabricError =>
  new FabricError({
    code: "E_CLI_QOS_OFF",
    message: `OpenSM sets up no SL2VL and no VL arbitration from ${file}.`,
    where: { file, path: "lanes.path" },
    got: "no line `qos TRUE`",
    expected: "qos TRUE, as OpenSM reads it: in capitals, the last one counts",
    hint: "add the line, or leave `lanes` out",
  });
