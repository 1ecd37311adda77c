import type { ForwardingTables } from "@fabriclab/spec";
import type { EndportIx, Mlid, Sl, SwitchIx } from "@fabriclab/units";

/** Tables of another routing, to be tried against the loops. */
export interface CandidateEngine {
  readonly name: string;
  /** @throws FabricError where the engine refuses the fabric: it is passed over then */
  tables(): ForwardingTables;
}

/** What to try. */
export interface RemedyOptions {
  /** Other routings; default none. */
  readonly engines?: readonly CandidateEngine[];
  /** Data VLs that the fabric's ports have; default 8. */
  readonly dataLanes?: number;
}

/** What goes on a VL of its own: packets of `sl`, which every SL2VL table (hosts' too) leads to `vl`, whatever the ports. */
export interface LanePlan {
  readonly sl: Sl;
  readonly vl: number;
  /** MLIDs whose packets are sent with the SL. */
  readonly mlids?: readonly Mlid[];
  /** How many ordered pairs use the SL for their paths. */
  readonly pairs?: number;
  /** Those pairs, by source and destination. */
  pairsOn?(): {
    readonly source: EndportIx;
    readonly destination: EndportIx;
  }[];
}

/** Something that makes the whole dependency graph acyclic: verified by building it anew. */
export interface Remedy {
  readonly kind:
    /** No traffic from and to these endports. */
    | "leave-out-endports"
    /** No traffic between endports of these roles. */
    | "leave-out-pairs"
    /** Up/down routing from these roots, by turn rules: any tables that keep to them. */
    | "other-roots"
    /** Some pairs on new VLs. */
    | "more-lanes"
    /** Multicast, or some of its MLIDs, on new VLs. */
    | "multicast-lanes"
    /** Other tables. */
    | "other-engine";
  /** One line for people. */
  readonly text: string;
  /** Ordered pairs that reach each other now and would not any more. */
  readonly pairsLost: number;
  readonly endports?: readonly EndportIx[];
  readonly roles?: readonly string[];
  readonly rolePairs?: readonly {
    readonly from: string;
    readonly to: string;
  }[];
  readonly roots?: readonly SwitchIx[];
  /** Data VLs that it takes in all. */
  readonly lanes?: number;
  /** What to put on which VL by which SL, where the remedy is made of VLs: all that has to be changed. */
  readonly plan?: readonly LanePlan[];
  /** Ordered pairs on the new VLs. */
  readonly pairsMoved?: number;
  readonly engine?: string;
  /** Tables that do it, where the remedy is made of tables. Those with VLs for multicast need its packets to be sent with the SLs of `plan`. */
  tables?(): ForwardingTables;
}

/** The outcome of looking for remedies. */
export interface Remedies {
  /** By pairs lost, then by VLs. */
  readonly found: readonly Remedy[];
  /** What was not tried or given up, and why; what was tried to the end and does not help is not listed anywhere. */
  readonly untried: readonly {
    readonly kind: Remedy["kind"];
    readonly why: string;
  }[];
}
