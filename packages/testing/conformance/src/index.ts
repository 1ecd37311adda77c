export {
  ConformanceFailure,
  type Check,
  type Finding,
  type Runner,
} from "./check.ts";
export type { RoutingCase } from "./compile.ts";
export { relabelled } from "./fabric-copy.ts";
export { routingChecks, routingKit, type RoutingSetup } from "./routing-kit.ts";
