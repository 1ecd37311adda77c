export { connection } from "./plugin.ts";
