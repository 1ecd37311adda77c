export { vlArbitration } from "./vl-arbitration.ts";
export { weightedRoundRobin } from "./weighted-round-robin.ts";
