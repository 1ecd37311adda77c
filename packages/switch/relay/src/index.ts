export { relay } from "./plugin.ts";
