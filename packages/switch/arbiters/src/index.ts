export { matrix } from "./matrix.ts";
export { roundRobin, roundRobinLanes } from "./round-robin.ts";
