export { columnName, type Column } from "./column.ts";
export { columnsOf } from "./columns.ts";
export * from "./cumulative.ts";
export type { PluginTexts } from "./describe.ts";
export * from "./file-store.ts";
export * from "./journal.ts";
export * from "./key.ts";
export { removeLeftovers } from "./leftovers.ts";
export * from "./make-folder.ts";
export * from "./memory-store.ts";
export { pointsOf } from "./points-of.ts";
export {
  publish,
  type PublishingFiles,
  type PublishOptions,
} from "./publish.ts";
export * from "./read-results.ts";
export { recordsOf, type RecordShapes } from "./record-shapes.ts";
export type * from "./results.ts";
export { fixedColumns } from "./run-columns.ts";
export type * from "./run-record.ts";
export * from "./shard-file.ts";
export * from "./shard-store.ts";
export type { Store } from "./store.ts";
export {
  columnsTable,
  csvLines,
  encodeTable,
  pointsTable,
  type ResultTable,
} from "./tables.ts";
