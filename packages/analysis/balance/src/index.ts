export {
  loadSummary,
  makespanLowerBound,
  type MakespanBound,
} from "./bound.ts";
export { channelLoads, operationsOf, type Operation } from "./loads.ts";
