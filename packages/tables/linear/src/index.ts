export { linear } from "./plugin.ts";
