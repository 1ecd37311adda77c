export { nue } from "./plugin.ts";
