export { readDbCsv, type ReadOptions } from "./read.ts";
export { writeDbCsv, type WriteOptions } from "./write.ts";
