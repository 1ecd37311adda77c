export { hyperx } from "./plugin.ts";
