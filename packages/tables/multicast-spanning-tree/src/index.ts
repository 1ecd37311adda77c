export { multicastSpanningTree, spanningTrees } from "./plugin.ts";
