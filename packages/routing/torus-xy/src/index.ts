export { torusXy } from "./plugin.ts";
