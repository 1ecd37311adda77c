export { deadline } from "./plugin.ts";
