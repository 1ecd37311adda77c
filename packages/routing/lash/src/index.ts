export { lash } from "./plugin.ts";
