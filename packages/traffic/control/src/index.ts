export { control } from "./plugin.ts";
