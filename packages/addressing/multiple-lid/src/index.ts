export { multipleLid } from "./plugin.ts";
