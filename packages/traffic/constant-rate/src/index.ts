export { constantRate } from "./plugin.ts";
