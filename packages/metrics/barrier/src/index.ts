export { barrier } from "./plugin.ts";
