export { createNetwork } from "./create.ts";
export { createFreshNetwork, LOOP_COPIES } from "./fresh.ts";
export { createBarrier, createPart, mailboxWords, splitInOrder, type Exchange } from "./parallel.ts";
export type * from "./network.ts";
export { byteTimeRatio, chooseTick, delaysOf, type Ratio } from "./timing.ts";
