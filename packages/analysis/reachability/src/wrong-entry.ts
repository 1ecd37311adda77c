import type { EndportIx, Lid } from "@fabriclab/units";

/** What keeps packets from arriving; the first five are faults of an entry of an LFT. */
export const FAULTS = [
  /** The switch has no entry for the LID (255). */
  "no-entry",
  /** The entry names a port that the switch does not have. */
  "no-such-port",
  /** The entry names a port without a cable. */
  "not-cabled",
  /** The entry hands packets to an endport that does not own the LID. */
  "wrong-endport",
  /** The entry leads away from the LID's owner, into a cycle of switches. */
  "loop",
  /** An SL2VL entry of 15 discards the packets; no LFT is to blame. */
  "no-lane",
  /** The source uses a LID that somebody else owns; no LFT is to blame. */
  "other-lid",
  /** The source is not cabled, or nobody owns the LID. */
  "unattached",
  /** No cables join source and destination: no tables could. */
  "disconnected",
] as const;

/** A member of `FAULTS`. */
export type Fault = (typeof FAULTS)[number];

/** Ports by which an entry would be right, as the cables and the other switches' entries tell. */
export interface Mend {
  /** Port numbers, ascending; all of them are as good. */
  readonly ports: readonly number[];
  /** The node behind the first of them; the switch itself for port 0. */
  readonly node: number;
  /** Whether packets arrive from there as the other entries are now. If not, these ports are on a shortest way, but further entries are wrong, too. */
  readonly arrives: boolean;
  /** Switches that packets then cross, the one of the entry included. */
  readonly switches: number;
}

/** Switches that send packets for a LID round, as the entry to blame has it. */
export interface BlamedCycle {
  /** In the order of the packets, from the switch of the entry. */
  readonly switches: readonly number[];
  /** Others of them whose entries lead no nearer to the LID's owner: they may be the wrong ones instead. */
  readonly others: readonly number[];
}

/** One entry of a switch's LFT that keeps pairs apart, or a LID of a fault that is not an entry's. */
export interface WrongEntry {
  readonly lid: Lid;
  /** Of the LID; the destination where nobody owns it. */
  readonly owner: EndportIx;
  /** Ordered pairs whose packets it keeps from arriving. */
  readonly pairs: number;
  /** Undefined where no port of the switch leads nearer, or no entry is to blame. */
  readonly mend: Mend | undefined;
  /** For `loop` only. */
  readonly cycle: BlamedCycle | undefined;
}

/** Entries of one switch that name one port and are wrong in the same way: what the unreachable pairs have in common. */
export interface Cause {
  readonly fault: Fault;
  /** Switch of the entries; for `no-lane` the switch or host that discards. -1 for the faults after it. */
  readonly node: number;
  /** Port number that the entries name; 255 where there is no entry. */
  readonly port: number;
  /** Ordered pairs that it explains. */
  readonly pairs: number;
  /** LIDs whose entries they are. */
  readonly lids: number;
  /** The first of them. */
  readonly entries: readonly WrongEntry[];
}
