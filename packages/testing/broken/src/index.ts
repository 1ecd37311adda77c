export {
  brokenAddressings,
  type BrokenAddressingSetup,
} from "./addressings.ts";
export type { Broken } from "./broken.ts";
export { brokenMulticastTables } from "./multicast-tables.ts";
export {
  brokenRoutings,
  shortest,
  unwrittenRouting,
  type BrokenRoutingSetup,
} from "./routings.ts";
export { brokenTopologies, type BrokenTopologySetup } from "./topologies.ts";
export {
  brokenUnicastTables,
  type BrokenTablesSetup,
} from "./unicast-tables.ts";
