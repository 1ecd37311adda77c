export { pathBits } from "./plugin.ts";
