export {
  addressingChecks,
  addressingKit,
  type AddressingCase,
  type AddressingSetup,
} from "./addressing-kit.ts";
export {
  ConformanceFailure,
  type Check,
  type Finding,
  type Runner,
} from "./check.ts";
export type { RoutingCase } from "./compile.ts";
export { relabelled } from "./fabric-copy.ts";
export {
  multicastTablesChecks,
  multicastTablesKit,
} from "./multicast-tables-kit.ts";
export { routingChecks, routingKit, type RoutingSetup } from "./routing-kit.ts";
export { tablesChecks, tablesKit, type TablesCase } from "./tables-kit.ts";
export {
  topologyChecks,
  topologyKit,
  type TopologySetup,
} from "./topology-kit.ts";
