export { dnup } from "./plugin.ts";
