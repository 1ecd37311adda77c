import {
  checkTablesOf,
  type Fabric,
  type ForwardingTables,
} from "@fabriclab/spec";
import { writeGroups } from "./group-list.ts";
import { writeGuid2lid } from "./guid2lid.ts";
import { writeLfts } from "./lfts-write.ts";
import { writeMcfdbs } from "./mcfdbs-write.ts";
import { writePathSl } from "./path-sl.ts";
import { QOS_FILE, writeQosOptions } from "./qos-options.ts";
import { QOS_POLICY_FILE, writeQosPolicy } from "./qos-policy.ts";
import { sl2vlOf, writeSl2vl } from "./sl2vl-write.ts";

/** Names under which a folder of tables is read, the first one being written. */
export const TABLE_FILES = {
  lfts: [
    "opensm-lfts.dump",
    "lfts.dump",
    "opensm.fdbs",
    "osm.fdbs",
    "ibdiagnet2.fdbs",
  ],
  mcfdbs: [
    "opensm.mcfdbs",
    "mcfdbs.dump",
    "osm.mcfdbs",
    "ibdiagnet2.mcfdbs",
    "mfts.dump",
  ],
  guid2lid: ["guid2lid", "guid2lid.txt"],
  sl2vl: ["opensm-sl2vl.dump", "sl2vl.dump", "ibdmchk.slvl"],
  pathSl: ["path-sl.tsv", "pathsl.txt", "ibdmchk.psl"],
  groups: ["multicast-groups.tsv"],
  qos: [QOS_FILE],
} as const;

/**
 * File name -> text, for a folder of tables that OpenSM can load; `multicast-groups.tsv` only with multicast, `opensm-qos.conf` only with several VLs, `opensm-qos-policy.conf` only with several SLs.
 *
 * @throws FabricError E_SPEC_TABLES_FABRIC
 */
export function writeTables(
  fabric: Fabric,
  tables: ForwardingTables,
): Readonly<Record<string, string>> {
  checkTablesOf(fabric, tables);
  const files: Record<string, string> = {
    [TABLE_FILES.lfts[0]]: writeLfts(fabric, tables),
    [TABLE_FILES.mcfdbs[0]]:
      tables.multicast === undefined
        ? ""
        : writeMcfdbs(fabric, tables.multicast),
    [TABLE_FILES.guid2lid[0]]: writeGuid2lid(fabric, tables.lids),
    [TABLE_FILES.sl2vl[0]]: writeSl2vl(
      fabric,
      tables.lids,
      sl2vlOf(fabric, tables),
    ),
    [TABLE_FILES.pathSl[0]]: writePathSl(fabric, tables),
  };
  if (tables.multicast !== undefined)
    files[TABLE_FILES.groups[0]] = writeGroups(fabric, tables.multicast);
  const qos = writeQosOptions(tables);
  if (qos !== undefined) files[QOS_FILE] = qos;
  const policy = writeQosPolicy(fabric, tables);
  if (policy !== undefined) files[QOS_POLICY_FILE] = [...policy].join("");
  return files;
}
