export type { PairSummary, SenderSummary } from "./contributors.ts";
export {
  creditLoops,
  loopChannels,
  type CreditLoop,
  type CreditLoopOptions,
  type CreditLoops,
  type LoopStep,
} from "./credit-loops.ts";
export type { Reached } from "./reached.ts";
export type {
  CandidateEngine,
  LanePlan,
  Remedies,
  Remedy,
  RemedyOptions,
} from "./remedy.ts";
export { roleOf } from "./roles.ts";
export {
  isDeadlockFree,
  type LoopTraffic,
  type PartOfTraffic,
} from "./traffic.ts";
