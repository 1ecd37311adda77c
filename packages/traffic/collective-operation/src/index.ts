export { collectiveOperation } from "./plugin.ts";
