export { singleLid } from "./plugin.ts";
