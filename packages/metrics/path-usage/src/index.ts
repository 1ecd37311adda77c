export { pathUsage } from "./plugin.ts";
