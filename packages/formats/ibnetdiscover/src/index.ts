export type { ReadNote } from "@fabriclab/reading";
export type { OneSidedCable } from "./one-sided.ts";
export {
  readIbnetdiscover,
  type IbnetdiscoverFile,
  type ReadOptions,
} from "./read.ts";
export { writeIbnetdiscover, type WriteOptions } from "./write.ts";
export { writePortList } from "./port-list-write.ts";
