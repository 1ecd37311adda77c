export * from "./drawn.ts";
export * from "./random-fabric.ts";
export * from "./random-groups.ts";
