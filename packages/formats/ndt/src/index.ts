export { readNdt, type ReadOptions } from "./read.ts";
