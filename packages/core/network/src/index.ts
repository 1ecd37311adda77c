export { createNetwork } from "./create.ts";
export { UNLIMITED_PACKETS } from "./general/lane-buffers.ts";
export { createFreshNetwork, LOOP_COPIES } from "./fresh.ts";
export { REBASE_TICKS } from "./rebase.ts";
export { findCycle, type Hold } from "./wait-graph.ts";
export {
  barrierWords,
  createBarrier,
  type PartBarrier,
} from "./part-barrier.ts";
export { mailboxWords } from "./lookahead.ts";
export { createPart, type Exchange, type NetworkPart } from "./parallel.ts";
export type * from "./network.ts";
export { chooseTick, delaysOf, type Ratio } from "./timing.ts";
