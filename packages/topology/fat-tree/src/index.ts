export { completeFatTree } from "./complete-fat-tree.ts";
export { numberOf } from "./digits.ts";
export { fatTree } from "./plugin.ts";
export { gcp, gcpg, lca, rank } from "./prefix.ts";
export { fatTreeShape, findFatTreeShape, type FatTreeShape } from "./shape.ts";
export type { FatTreeSize } from "./size.ts";
