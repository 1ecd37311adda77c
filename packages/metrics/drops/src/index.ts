export { drops } from "./plugin.ts";
