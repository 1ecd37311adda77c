export { hostLabel, parseSwitchLabel, switchLabel } from "./label.ts";
export { mesh } from "./plugin.ts";
export { EAST, HOST, NORTH, SOUTH, WEST } from "./port.ts";
export { findMeshShape, meshShape, type MeshShape } from "./shape.ts";
export { MeshTargets, requireGrid, type GridDemand } from "./targets.ts";
