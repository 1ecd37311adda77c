export { opensm } from "./plugin.ts";
