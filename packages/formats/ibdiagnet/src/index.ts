export {
  AR_STATES,
  type ArEntry,
  type ArGroup,
  type ArState,
  type ArSwitch,
} from "./ar-tables.ts";
export { readFar, type FarFile, type FarOptions } from "./far-read.ts";
export { farChunks, writeFar } from "./far-write.ts";
export { readDbCsv, type ReadOptions } from "./read.ts";
export { writeDbCsv, type WriteOptions } from "./write.ts";
