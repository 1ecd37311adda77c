export { LatencyHistogram } from "./histogram.ts";
export { latency } from "./plugin.ts";
