import {
  lftsChunks,
  pathSlChunks,
  QOS_FILE,
  QOS_POLICY_FILE,
  sl2vlChunks,
  sl2vlOf,
  TABLE_FILES,
  writeGroups,
  writeGuid2lid,
  writeMcfdbs,
  writeQosOptions,
  writeQosPolicy,
} from "@fabriclab/formats-opensm";
import type { Fabric, ForwardingTables } from "@fabriclab/spec";

/**
 * The files of a fabric's tables in OpenSM's formats: name -> contents, piece by piece, because the LFTs of a large fabric are longer than a
 * string may be.
 */
export function tableFiles(
  fabric: Fabric,
  tables: ForwardingTables,
): Map<string, Iterable<string>> {
  const { multicast } = tables;
  const files = new Map<string, Iterable<string>>([
    [TABLE_FILES.lfts[0], lftsChunks(fabric, tables)],
    [
      TABLE_FILES.mcfdbs[0],
      multicast === undefined ? [] : [writeMcfdbs(fabric, multicast)],
    ],
    [TABLE_FILES.guid2lid[0], [writeGuid2lid(fabric, tables.lids)]],
    [
      TABLE_FILES.sl2vl[0],
      sl2vlChunks(fabric, tables.lids, sl2vlOf(fabric, tables)),
    ],
    [TABLE_FILES.pathSl[0], pathSlChunks(fabric, tables)],
  ]);
  if (multicast !== undefined) {
    files.set(TABLE_FILES.groups[0], [writeGroups(fabric, multicast)]);
  }
  const qos = writeQosOptions(tables);
  if (qos !== undefined) files.set(QOS_FILE, [qos]);
  const policy = writeQosPolicy(fabric, tables);
  if (policy !== undefined) files.set(QOS_POLICY_FILE, policy);
  return files;
}
