export { createNetwork } from "./create.ts";
export type * from "./network.ts";
export { byteTimeRatio, chooseTick, delaysOf, type Ratio } from "./timing.ts";
