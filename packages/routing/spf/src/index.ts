export { spf } from "./plugin.ts";
