export { readGroups, writeGroups } from "./group-list.ts";
export { readGuid2lid, writeGuid2lid } from "./guid2lid.ts";
export { readLfts, type LftDump } from "./lfts-read.ts";
export { lftsChunks, writeLfts } from "./lfts-write.ts";
export { readMcfdbs, writeMcfdbs } from "./mcfdbs.ts";
export { readPathSl, writePathSl } from "./path-sl.ts";
export { readSl2vl, sl2vlOf, writeSl2vl, type Sl2VlDump } from "./sl2vl.ts";
export { readTables, TABLE_FILES, writeTables } from "./tables.ts";
