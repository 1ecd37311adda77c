import type { EndportIx, Mlid } from "@fabriclab/units";
import type { Meeting, Parting } from "./parting.ts";

/** Where SL2VL tables discard copies: an entry of 15 for the SL. */
export interface DiscardPlace {
  /** The switch; or the source's own node where it does not send. */
  readonly node: number;
  readonly name: string;
  /** Port that the copies do not leave by. */
  readonly port: number;
}

/** A member that gets several copies of one message. */
export interface Duplicate {
  readonly member: EndportIx;
  readonly copies: number;
  /** Where they part; undefined where that is in a cycle that others go round in. */
  readonly parting: Parting | undefined;
  /** Where they meet again; undefined where they come by several packets, or in a cycle as above. */
  readonly meeting: Meeting | undefined;
}

/** What a tree costs that joins the source and the members, in channels crossed. */
export interface CrossingsBound {
  /** At least. */
  readonly crossings: number;
  /** `exact` where a tree with exactly so many is known, so that it is the best; see `Steiner` for what is solved exactly. */
  readonly kind: "exact" | "steiner-lower-bound";
  /** Those of the best tree known; equal to `crossings` where that is exact. Undefined where the source is cabled to no switch. */
  readonly known: number | undefined;
}

/** What becomes of one message that a source sends to a group: one packet for each of the MLIDs that the plan names. */
export interface MulticastAudit {
  /** -1 where `assumed`. */
  readonly group: number;
  readonly name: string;
  readonly source: EndportIx;
  /** The plan names nobody who sends by this MLID: every host whose port it sets is taken for a member and for a sender. */
  readonly assumed: boolean;
  /** The source has no cable, so that it reaches nobody. */
  readonly uncabled: boolean;
  readonly mlids: readonly Mlid[];
  /** Members to be reached: all but the source, and but those that are not asked for. */
  readonly members: number;
  /** Members without a copy. */
  readonly missing: readonly EndportIx[];
  /** Members that get copies without end, from a cycle. */
  readonly endless: readonly EndportIx[];
  readonly duplicated: readonly Duplicate[];
  /** Endports but the source that get a copy and are no members. */
  readonly strangers: readonly EndportIx[];
  /** Whether copies of its own packet come back to the source. */
  readonly returned: boolean;
  /** Channels of a cycle in which copies go round for ever; undefined where there is none. */
  readonly loop: readonly number[] | undefined;
  /** MLID whose copies do. */
  readonly loopMlid: Mlid | undefined;
  /** Copies that end at a switch with nowhere to go, are sent to a port without a cable, or are discarded by SL2VL tables. */
  readonly dead: number;
  /** Where SL2VL tables discard copies; members behind these places are among those that are missing. */
  readonly discards: readonly DiscardPlace[];
  /** Switches on the longest way that any copy takes to a member, not counting copies that come out of a cycle. */
  readonly depth: number;
  /** Copies over all channels, hosts' own ones included. */
  readonly crossings: number;
  readonly bound: CrossingsBound;
}
