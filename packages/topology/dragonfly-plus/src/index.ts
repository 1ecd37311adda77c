export { dragonflyPlus } from "./plugin.ts";
