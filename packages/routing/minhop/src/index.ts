export { minhop } from "./plugin.ts";
