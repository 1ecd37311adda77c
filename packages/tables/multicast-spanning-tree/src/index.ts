export {
  multicastSpanningTree,
  spanningTrees,
  type SpanningTreeOptions,
} from "./plugin.ts";
