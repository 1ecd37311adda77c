export { slimFly } from "./plugin.ts";
