export { multicastSourceTree } from "./plugin.ts";
