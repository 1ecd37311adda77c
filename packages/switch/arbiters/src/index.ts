export { matrix } from "./matrix.ts";
export { oldestFirst } from "./oldest-first.ts";
export { roundRobin, roundRobinLanes } from "./round-robin.ts";
