export { sssp } from "./plugin.ts";
