export { throughput } from "./plugin.ts";
