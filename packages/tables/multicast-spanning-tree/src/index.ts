export { shortestHops, type HopCounts } from "./hops.ts";
export { multicastSpanningTree, spanningTrees } from "./plugin.ts";
