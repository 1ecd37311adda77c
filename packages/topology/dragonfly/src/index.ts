export { dragonfly } from "./plugin.ts";
