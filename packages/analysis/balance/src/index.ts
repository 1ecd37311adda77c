export {
  drawBisections,
  effectiveBisection,
  worstPermutation,
  worstShift,
  type Bisection,
  type BisectionDraws,
  type SampleOptions,
  type Worst,
} from "./bisection.ts";
export {
  loadSummary,
  makespanLowerBound,
  type MakespanBound,
} from "./bound.ts";
export {
  Congestion,
  type ChannelDemand,
  type CongestionOptions,
  type Throughput,
} from "./congestion.ts";
export { channelLoads, operationsOf, type Operation } from "./loads.ts";
export { routeCounts, type Bundle, type RouteCounts } from "./route-counts.ts";
