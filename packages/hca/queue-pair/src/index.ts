export { queuePair } from "./plugin.ts";
