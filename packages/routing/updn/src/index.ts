export { updn } from "./plugin.ts";
