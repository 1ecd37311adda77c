export type { Counted } from "./counted.ts";
export type { EndPlace, FailedPair } from "./failed-pair.ts";
export type { FailurePlace } from "./failure-places.ts";
export type { Cycle, ForwardingLoop } from "./forwarding-loops.ts";
export type { LongPair } from "./tally.ts";
export {
  auditUnicast,
  type UnicastAudit,
  type UnicastAuditOptions,
} from "./unicast.ts";
export {
  FAULTS,
  type BlamedCycle,
  type Cause,
  type Fault,
  type Mend,
  type WrongEntry,
} from "./wrong-entry.ts";
export { auditMulticast, type MulticastAuditOptions } from "./multicast.ts";
export type {
  CrossingsBound,
  DiscardPlace,
  Duplicate,
  MulticastAudit,
} from "./multicast-audit.ts";
export type { Meeting, Parting } from "./parting.ts";
export { unsentMlids, type UnsentMlid } from "./unsent.ts";
export { unreachedPairs, type UnreachedPairs } from "./unreached-pairs.ts";
