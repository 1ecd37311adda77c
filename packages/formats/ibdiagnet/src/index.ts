export type { ArEntry, ArGroup, ArState, ArSwitch } from "./ar-tables.ts";
export { readFar, type FarFile, type FarOptions } from "./far-read.ts";
export { writeFar } from "./far-write.ts";
export { readDbCsv, type ReadOptions } from "./read.ts";
export { writeDbCsv, type WriteOptions } from "./write.ts";
