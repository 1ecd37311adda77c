export {
  centralCounterBarrier,
  disseminationBarrier,
  hardwareBarrier,
  hardwareBroadcast,
  postalLatency,
  sequenceBroadcast,
  treeBroadcast,
} from "./collectives.ts";
export {
  fatTreeLevels,
  messageTime,
  networkLatency,
} from "./fat-tree-latency.ts";
export { hppLogP, type LogP } from "./parameters.ts";
export {
  postalReach,
  postalSteps,
  postalTree,
  type TreeEdge,
} from "@fabriclab/spec";
