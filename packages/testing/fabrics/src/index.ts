export * from "./drawn.ts";
export * from "./irregular-fabric.ts";
export { opensmUpDown } from "./opensm-updn.ts";
export * from "./random-fabric.ts";
export * from "./random-groups.ts";
export * from "./turns.ts";
