export { gridRule, type GridPorts } from "./grid-rule.ts";
export { hostLabel, switchLabel } from "./label.ts";
export { mesh } from "./plugin.ts";
export { EAST, HOST, NORTH, SOUTH, WEST } from "./port.ts";
export { findMeshShape, meshShape, type MeshShape } from "./shape.ts";
export {
  gridSwitch,
  lidTargets,
  requireGrid,
  type GridDemand,
  type LidTargets,
} from "./targets.ts";
