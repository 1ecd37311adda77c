export { linkLoad } from "./plugin.ts";
