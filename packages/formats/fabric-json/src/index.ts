export { readFabricJson, type ReadOptions } from "./read.ts";
export { fabricJsonSchema, type FabricFile } from "./schema.ts";
export { writeFabricJson } from "./write.ts";
