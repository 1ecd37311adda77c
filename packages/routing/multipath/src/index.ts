export { multipath } from "./plugin.ts";
