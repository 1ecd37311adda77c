export { readIblinkinfo, type ReadOptions } from "./read.ts";
