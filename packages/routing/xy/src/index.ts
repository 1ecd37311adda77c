export { xy } from "./plugin.ts";
