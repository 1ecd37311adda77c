export { completion } from "./plugin.ts";
