export { torus2qos } from "./plugin.ts";
