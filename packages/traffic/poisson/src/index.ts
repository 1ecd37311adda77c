export { poisson } from "./plugin.ts";
