export {
  brokenArbiters,
  brokenLaneSchedulers,
  type BrokenChooserSetup,
} from "./arbiters.ts";
export { brokenDrops, type BrokenDropSetup } from "./drops.ts";
export { brokenSelects, type BrokenSelectSetup } from "./selects.ts";
export { brokenHcas, type BrokenHcaSetup } from "./hcas.ts";
export {
  brokenReplications,
  type BrokenReplicationSetup,
} from "./replications.ts";
export {
  brokenAddressings,
  type BrokenAddressingSetup,
} from "./addressings.ts";
export type { Broken } from "./broken.ts";
export { brokenLaneTables } from "./lane-tables.ts";
export { brokenMulticastTables } from "./multicast-tables.ts";
export {
  brokenRoutings,
  unwrittenRouting,
  type BrokenRoutingSetup,
} from "./routings.ts";
export { brokenTopologies, type BrokenTopologySetup } from "./topologies.ts";
export {
  brokenUnicastTables,
  type BrokenTablesSetup,
} from "./unicast-tables.ts";
export { brokenMetrics, type BrokenMetricSetup } from "./metrics.ts";
export { brokenPatterns, type BrokenPatternSetup } from "./patterns.ts";
export { brokenSwitches, type BrokenSwitchSetup } from "./switches.ts";
export { brokenTraffics, type BrokenTrafficSetup } from "./traffics.ts";
export { shortest } from "./shortest.ts";
