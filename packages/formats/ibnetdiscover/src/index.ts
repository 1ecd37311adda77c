export type { ReadNote } from "./notes.ts";
export {
  readIbnetdiscover,
  type IbnetdiscoverFile,
  type ReadOptions,
} from "./read.ts";
export { writeIbnetdiscover, type WriteOptions } from "./write.ts";
