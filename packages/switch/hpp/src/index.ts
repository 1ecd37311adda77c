export { hpp } from "./plugin.ts";
