export { multicastUnion } from "./plugin.ts";
