export { negativeFirst } from "./plugin.ts";
