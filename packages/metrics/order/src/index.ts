export { order } from "./plugin.ts";
