export { DumpNotes, type DumpNote } from "./dump-notes.ts";
export type { DumpText } from "./dump-text.ts";
export { readCaOrder, writeCaOrder } from "./ca-order.ts";
export type { DumpedMlid } from "./dumped-groups.ts";
export { fdbsChunks, writeFdbs } from "./fdbs-write.ts";
export { readGroups, writeGroups } from "./group-list.ts";
export type { Line } from "./guid-text.ts";
export { readGuid2lid, writeGuid2lid } from "./guid2lid.ts";
export { readGuidList, writeGuidList } from "./guid-list.ts";
export { ImpossiblePorts, type ImpossiblePort } from "./impossible-ports.ts";
export { readLfts, type LftDump } from "./lfts-read.ts";
export { readLidMatrix, writeLidMatrix, type LidMatrix } from "./lid-matrix.ts";
export { tableKindOf, type TableKind } from "./kind-of-content.ts";
export { leastHopMatrix } from "./least-hop-matrix.ts";
export { lftsChunks, writeLfts } from "./lfts-write.ts";
export { readMcfdbs } from "./mcfdbs-read.ts";
export { writeMcfdbs } from "./mcfdbs-write.ts";
export { readNodeNameMap, writeNodeNameMap } from "./node-name-map.ts";
export { pathSlChunks, readPathSl, writePathSl } from "./path-sl.ts";
export type { PathTable } from "./path-table.ts";
export { oneSl2vlForAll, QOS_FILE, writeQosOptions } from "./qos-options.ts";
export type { QosSl2vl } from "./qos-lanes.ts";
export { readQosOptions, type QosOptions } from "./qos-options-read.ts";
export { QOS_POLICY_FILE, writeQosPolicy } from "./qos-policy.ts";
export { readSl2vl } from "./sl2vl-read.ts";
export {
  sl2vlChunks,
  sl2vlOf,
  writeSl2vl,
  type Sl2VlDump,
} from "./sl2vl-write.ts";
export { TABLE_FILES, writeTables } from "./table-files.ts";
export { laneWithin } from "./sl2vl-values.ts";
export { readTables, type DumpedTables, type TableFiles } from "./tables.ts";
