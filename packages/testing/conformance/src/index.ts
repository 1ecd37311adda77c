export {
  addressingChecks,
  addressingKit,
  type AddressingCase,
  type AddressingSetup,
} from "./addressing-kit.ts";
export {
  arbiterChecks,
  arbiterKit,
  laneSchedulerChecks,
  laneSchedulerKit,
} from "./arbiter-kit.ts";
export {
  ConformanceFailure,
  type Check,
  type Finding,
  type Runner,
} from "./check.ts";
export { dropChecks, dropKit, type DropCase } from "./drop-kit.ts";
export type { RoutingCase } from "./compile.ts";
export { relabelled } from "./fabric-copy.ts";
export type { PartCase } from "./each-case.ts";
export { hcaChecks, hcaKit, type HcaCase } from "./hca-kit.ts";
export { laneTablesChecks, laneTablesKit } from "./lane-tables-kit.ts";
export {
  multicastTablesChecks,
  multicastTablesKit,
} from "./multicast-tables-kit.ts";
export {
  replicationChecks,
  replicationKit,
  type ReplicationCase,
} from "./replication-kit.ts";
export { routingChecks, routingKit, type RoutingSetup } from "./routing-kit.ts";
export {
  ruleCase,
  tablesChecks,
  tablesKit,
  type TablesCase,
} from "./tables-kit.ts";
export {
  topologyChecks,
  topologyKit,
  type TopologySetup,
} from "./topology-kit.ts";
export { metricChecks, metricKit, type MetricCase } from "./metric-kit.ts";
export { patternChecks, patternKit, type PatternCase } from "./pattern-kit.ts";
export { selectChecks, selectKit, type SelectCase } from "./select-kit.ts";
export { switchChecks, switchKit, type SwitchCase } from "./switch-kit.ts";
export { trafficChecks, trafficKit } from "./traffic-kit.ts";
export type { TrafficCase } from "./traffic-world.ts";
export { writtenContext, writtenTraffic } from "./written-context.ts";
export { writtenJournal, type JournalEntry } from "./written-journal.ts";
