export { dor } from "./plugin.ts";
