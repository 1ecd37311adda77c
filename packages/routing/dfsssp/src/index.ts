export { dfsssp } from "./plugin.ts";
