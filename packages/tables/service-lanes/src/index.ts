export { classLanes } from "./class-lanes.ts";
export {
  parseConfiguration,
  ZHOU2010_CONFIGURATIONS,
  type Direction,
  type LaneConfiguration,
} from "./configuration.ts";
export { datelineLanes } from "./dateline.ts";
export { serviceLanes } from "./plugin.ts";
