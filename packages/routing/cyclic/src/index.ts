export { cyclic } from "./plugin.ts";
