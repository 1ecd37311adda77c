export { barrierOperation } from "./plugin.ts";
