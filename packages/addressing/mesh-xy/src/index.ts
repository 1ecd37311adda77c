export type { SharedLid } from "./collisions.ts";
export { meshXy } from "./plugin.ts";
