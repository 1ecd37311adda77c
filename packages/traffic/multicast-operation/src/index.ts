export { multicastOperation } from "./plugin.ts";
