export { shortestHops, type HopCounts } from "./hops.ts";
export { multicastSpanningTree, spanningTrees } from "./plugin.ts";
export { mapOrder } from "./map-order.ts";
