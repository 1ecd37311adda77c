export { classLanes } from "./class-lanes.ts";
export {
  ZHOU2010_CONFIGURATIONS,
  type Direction,
  type LaneConfiguration,
} from "./configuration.ts";
export { datelineLanes } from "./dateline.ts";
export type { LaneLists } from "@fabriclab/paths";
export { listedLanes } from "./listed-lanes.ts";
export { sl2vlLanes } from "./sl2vl-lanes.ts";
export { serviceLanes } from "./plugin.ts";
