import type { EndportIx, Lid, Mlid, Sl, SwitchIx } from "@fabriclab/units";
import type { LidTable } from "./lids.ts";
import type { TreeRule } from "./tree-rule.ts";

/** Which LID and SL a source uses for a destination. A function, because a dense table of 10^4 x 10^4 pairs is not wanted. */
export interface PathPolicy {
  pathLid(source: EndportIx, destination: EndportIx): Lid;
  pathSl(source: EndportIx, destination: EndportIx): Sl;
  /**
   * True where every source uses the same LID and SL for a destination, so that nobody needs to ask for each pair. Absent = it may depend on the source.
   */
  readonly sameForAllSources?: boolean;
}

/** One entry of a VL arbitration table; weight in units of 64 bytes, 0 = skipped. */
export interface VlArbEntry {
  readonly vl: number;
  readonly weight: number;
}

export interface VlArbTable {
  readonly high: readonly VlArbEntry[];
  readonly low: readonly VlArbEntry[];
  /** Limit of high priority: n x 4096 bytes; 0 = one packet; 255 = unlimited. */
  readonly highLimit: number;
}

/** A group as the traffic wants it, before any MLID exists. */
export interface MulticastGroup {
  readonly id: number;
  readonly name: string;
  /** Receivers (full members). A source that is a member does not receive its own packets. */
  readonly members: readonly EndportIx[];
  /** Who will send to it. */
  readonly sources: readonly EndportIx[];
}

/** Multicast forwarding tables: a port mask per (switch, MLID). */
export interface MulticastTables {
  readonly groups: readonly MulticastGroup[];
  /** Number of MLIDs used; they are 0xC000 + firstMlid … in order. */
  readonly mlidCount: number;
  readonly firstMlid: number;
  /** 32-bit words per mask: ceil((largest port number + 1) / 32). */
  readonly words: number;
  /** Bit `port` of word `(switch * mlidCount + k) * words + (port >> 5)` set: forward there (never back to the ingress port). */
  readonly masks: Int32Array;
  /**
   * MLIDs that `source` sends one packet each to, to reach `group`: one for a tree, up to four for Hamiltonian multi-path.
   * @throws FabricError E_TABLES_NOT_A_SOURCE when the plan has none
   */
  mlids(source: EndportIx, group: number): readonly Mlid[];
  /** Where a plan had to name classes: a word for reports, e.g. `per-source`, `per-suffix`, `one per group`. */
  readonly plan: string;
}

/** One of the simple paths that path bits can name. */
export interface PathChoice {
  /** The path bits. */
  readonly value: number;
  /** Switches on the path. */
  readonly hops: number;
}

/**
 * Several paths per pair of hosts, named by path bits in the low part of the DLID (tables/path-bit-table). Packets to the LIDs of `pathLid` take
 * one path, as everywhere.
 */
export interface MultipathPlan {
  /** Number of path bits; their values are 0 … 2^bits - 1. */
  readonly bits: number;
  /** The LID of `destination` whose packets follow the path that the bits name; for every value there is one path from every source. */
  lid(destination: EndportIx, value: number): Lid;
  /** The LID of `destination` for which switches choose among `portSets` at every hop. */
  adaptiveLid(destination: EndportIx): Lid;
  /** The different paths from `source`, one value for each (the smallest), fewest hops first. */
  paths(source: EndportIx, destination: EndportIx): readonly PathChoice[];
}

/** A table for people: of a builder's tables, in its own terms. */
export interface ReportTable {
  /** Kebab-case: its key where reports are data. */
  readonly name: string;
  /** One line above it. */
  readonly title: string;
  readonly columns: readonly string[];
  /** Numbers stand to the right. */
  readonly rows: readonly (readonly (string | number)[])[];
}

/** What a builder has to tell about the tables that it made. */
export interface TablesReport {
  /** Short, for a terminal. */
  readonly tables: readonly ReportTable[];
  /** Whole tables of single switches, in its own form. */
  switchTable?(at: SwitchIx): ReportTable;
  /** Sentences that a user must not miss. */
  readonly notes: readonly string[];
}

/** What the hardware stores. Data only: any table, ours or a dump's, can be audited and simulated. */
export interface ForwardingTables extends PathPolicy {
  readonly lids: LidTable;
  /** Per switch: LID -> port number, 0 = the switch itself, 255 = no path. Length lids.topLid + 1 each. */
  readonly lft: readonly Uint8Array[];
  /**
   * Per switch: all ports that an adaptive switch may choose among for a LID, as port masks of `portSetWords` words from `lid * portSetWords`.
   * The LFT's port is among them. Absent = the LFT's port only.
   */
  readonly portSets?: readonly Int32Array[];
  /** 32-bit words per mask in `portSets`. */
  readonly portSetWords?: number;
  readonly multicast?: MulticastTables;
  /** Absent = one path per pair of hosts. */
  readonly multipath?: MultipathPlan;
  /** Per switch: VL at `((in * (radix + 1)) + out) * 16 + sl`; absent = identity on the VL the packet came in on. */
  readonly sl2vl?: readonly Uint8Array[];
  /**
   * VL on which a host puts a packet of each SL on its own link; 15 = it does not send it. 16 entries where all hosts agree, else 16 for every
   * endport, at `endport * 16 + sl`. Absent = SL modulo the data lanes.
   */
  readonly hostSl2vl?: Uint8Array;
  /** Data VLs that the tables need; 1 unless the routing uses SLs to break cycles. */
  readonly lanes: number;
  readonly vlArb?: VlArbTable;
  /** Name of the routing that made them, for reports and dumps. */
  readonly engine: string;
  /**
   * Host ports in the order of ranks in which the engine routes shift patterns without contention (OpenSM's ftree); undefined in place of a host that a leaf
   * has fewer than others. Absent = the engine has no such order.
   */
  readonly hostOrder?: readonly (EndportIx | undefined)[];
  /** How multicast trees grow that belong to these tables. Absent = by lowest-numbered ports of shortest paths. */
  readonly trees?: TreeRule;
  /**
   * What is to be told about them beyond LFTs and LIDs; absent = nothing. Computed when it is asked for.
   * @param beside tables of other routings over the same LIDs, whose ports are marked in these where the form of the tables has a place for that
   */
  report?(beside?: readonly ForwardingTables[]): TablesReport;
}
