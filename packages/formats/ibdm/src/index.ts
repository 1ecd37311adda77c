export { readIbnl, type IbnlFile } from "./ibnl-read.ts";
export { readSubnetLst, type ReadOptions } from "./subnet-lst-read.ts";
export { writeSubnetLst, type WriteOptions } from "./subnet-lst-write.ts";
export type {
  BoardDefinition,
  InstanceDefinition,
  LinkDefinition,
  SystemDefinition,
} from "./system-definition.ts";
export { readTopo, type ReadTopoOptions } from "./topo-read.ts";
export { writeTopo, type TopoFiles } from "./topo-write.ts";
