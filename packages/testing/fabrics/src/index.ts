export * from "./drawn.ts";
export * from "./irregular-fabric.ts";
export { opensmUpDown, ranksFrom, stepsUp } from "./opensm-updn.ts";
export * from "./random-fabric.ts";
export * from "./random-groups.ts";
