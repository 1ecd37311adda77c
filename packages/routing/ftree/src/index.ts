export { ftree } from "./plugin.ts";
