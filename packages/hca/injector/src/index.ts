export { injector } from "./plugin.ts";
