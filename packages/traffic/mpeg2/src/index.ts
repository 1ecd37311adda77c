export { mpeg2 } from "./plugin.ts";
