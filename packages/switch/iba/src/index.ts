export { iba } from "./plugin.ts";
