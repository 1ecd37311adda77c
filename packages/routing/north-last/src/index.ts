export { northLast } from "./plugin.ts";
