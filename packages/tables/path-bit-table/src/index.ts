export { pathBitTable } from "./plugin.ts";
