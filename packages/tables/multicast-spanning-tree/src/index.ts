export { shortestHops } from "./hops.ts";
export { multicastSpanningTree, spanningTrees } from "./plugin.ts";
