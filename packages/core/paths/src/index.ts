export * from "./cycle.ts";
export * from "./dependency-graph.ts";
export * from "./dijkstra.ts";
export * from "./flood.ts";
export * from "./hops.ts";
export * from "./lane.ts";
export * from "./walk.ts";
