export { torus } from "./plugin.ts";
