export { sequential } from "./plugin.ts";
