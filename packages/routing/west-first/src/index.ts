export { westFirst } from "./plugin.ts";
