import type { EndportIx, Lid, PortIx, Sl, SwitchIx } from "@fabriclab/units";
import type { Fabric } from "./fabric.ts";
import type { LidTable } from "./lids.ts";
import type { Options, Params, Plugin } from "./plugin.ts";
import type {
  ForwardingTables,
  MulticastGroup,
  MulticastTables,
} from "./tables.ts";

/** Claims of a topology: counts in closed form, for the conformance kit. */
export interface TopologyClaims<P extends Params = Params> {
  switches(options: Options<P>): number;
  hosts(options: Options<P>): number;
  links(options: Options<P>): number;
  /** Longest shortest host-to-host path in switches. */
  diameter?(options: Options<P>): number;
  /**
   * Options of fabrics with at least `hosts` hosts and no more than are needed, fewest first: for a user who knows only how many hosts there are. Options in
   * `given` are kept. An empty list = no fabric of this topology has that many.
   */
  sizes?(
    hosts: number,
    given: Partial<Options<P>>,
  ): readonly Partial<Options<P>>[];
}

export interface TopologyPlugin<P extends Params = Params> extends Plugin<
  "topology",
  P,
  TopologyClaims<P>
> {
  /** @throws FabricError when the parameters name no fabric. */
  build(options: Options<P>): Fabric;
}

export interface AddressingClaims<P extends Params = Params> {
  /** Fabrics it accepts, in words for people; others are refused with `E_<NAME>_UNSUPPORTED_FABRIC`. */
  readonly fabrics: string;
  /** Low LMC bits of every base LID are 0, as the IBA demands: always, never, or where parameters have these values. */
  readonly aligned: boolean | Partial<Options<P>>;
}

export interface AddressingPlugin<P extends Params = Params> extends Plugin<
  "addressing",
  P,
  AddressingClaims<P>
> {
  assign(fabric: Fabric, options: Options<P>): LidTable;
}

export interface RoutingClaims {
  readonly fabrics: string;
  /** Every path is a shortest one. */
  readonly minimal: boolean;
  /** VLs with which its tables are free of credit loops on every fabric it accepts; false when it promises nothing. */
  readonly deadlockFree: { readonly lanes: number } | false;
  /** Offers more than one candidate. */
  readonly adaptive: boolean;
  /** Still right, or refused with a typed error, after a link or switch is gone. */
  readonly toleratesFaults: boolean;
}

/** Told now and then how far a long computation is: what is being done, and how many of its steps are done. */
export type TablesProgress = (
  what: string,
  done: number,
  total: number,
) => void;

export interface RoutingContext {
  readonly fabric: Fabric;
  readonly lids: LidTable;
  /** For what takes more than seconds on large fabrics; absent = nobody looks. */
  readonly onProgress?: TablesProgress;
}

/** A routing by local rule; `tables/linear` compiles it. It sees no queue: choosing among candidates is the switch's business. */
export interface RoutingRule {
  /**
   * Port numbers by which a packet for `lid` may leave switch `at`, best first, written to `out` (owned by the caller, 255 long).
   * @returns how many were written; 0 = no path. Never called for a LID that `at` itself owns.
   */
  candidates(at: SwitchIx, lid: Lid, out: Uint8Array): number;
  /** Which LID of the destination a source uses; default: the base LID. */
  pathLid?(source: EndportIx, destination: EndportIx): Lid;
  /** Default: SL 0. */
  pathSl?(source: EndportIx, destination: EndportIx): Sl;
  /**
   * Sources of equal class may share one MLID per group, because the union of their paths is free of duplicates (fat tree: the suffix; mesh: the
   * row). Absent = every source needs its own.
   */
  sharedClass?(source: EndportIx): number;
  /** Data VLs that its service levels need; default 1. */
  readonly lanes?: number;
  /** Where it names paths by bits in the LID: what `tables/path-bit-table` compiles. `candidates` then gives the default path for every LID. */
  readonly pathBits?: PathBits;
  /** Sentences about what the rule chose by itself, such as a root: they join the notes of the tables' report. */
  readonly notes?: readonly string[];
}

/** An entry of a path-bit table: packets whose bits fit may leave by `port`. */
export interface PathPattern {
  /** Bit i set = path bit i matters. */
  readonly care: number;
  /** The bits that matter, at their values; the others 0. */
  readonly value: number;
  readonly port: number;
  /** Switches on the shortest simple path that the pattern came from. */
  readonly hops: number;
}

/** A cycle of switches and cables, in its direction for bit value 1. */
export interface PathCycle {
  /** In order; the first is not repeated. */
  readonly switches: readonly SwitchIx[];
  /** Switch i sends along the cycle by port i: tells parallel cables apart. */
  readonly channels: readonly PortIx[];
}

/** Paths named by the cycles of the fabric that they run along (Kim et al., TPDS 2007). */
export interface PathBits {
  /** Path bits: cycle i is bit i. */
  readonly bits: number;
  readonly cycles: readonly PathCycle[];
  /** Independent cycles of the fabric; those beyond `bits` have no bit. */
  readonly cycleCount: number;
  /**
   * The entries of switch `at` for what is attached to switch `to`, not merged: none where they are the same or no path joins them. Ask destination
   * by destination: the paths of the last one are kept.
   * @throws FabricError where there are too many paths
   */
  patterns(at: SwitchIx, to: SwitchIx): readonly PathPattern[];
}

/** A routing that works on the whole fabric at once (dfsssp, lash) and returns tables. */
export interface RoutingEngine {
  tables(): ForwardingTables;
}

/** How OpenSM makes the tables of a routing itself, the same entry by entry, so that what is measured is what the subnet manager will do. */
export interface OpenSmEngine {
  /** Its name in `routing_engine`. */
  readonly engine: string;
  /** Lines that OpenSM's options file needs besides; one that begins with # is for who writes the rest by hand. */
  readonly needs?: readonly string[];
  /** OpenSM runs it where no engine is named. */
  readonly usual?: true;
}

/**
 * Options of a routing that take lists of nodes, by what is listed. Who knows the lists, or derives them from the shape of a fabric (`fabriclab compare`),
 * gives them by these names.
 */
export interface NodeLists {
  /** Takes the switches at the top, by NodeGUID. */
  readonly roots?: string;
  /** Takes one switch at the top of each part of the fabric that no cables join to others: NodeGUIDs with commas between. */
  readonly root?: string;
  /** Takes compute nodes, by PortGUID. */
  readonly compute?: string;
  /** Takes I/O nodes, by PortGUID. */
  readonly io?: string;
  /** Takes how often the way to an I/O node may turn down and up again, a whole number. */
  readonly reverseHops?: string;
}

export interface RoutingPlugin<P extends Params = Params> extends Plugin<
  "routing",
  P,
  RoutingClaims
> {
  /** Name of the addressing it is made for: what a user gets who names a routing and no addressing. Absent = {@link DEFAULT_PLUGINS}. */
  readonly defaultAddressing?: string;
  /** Name of the unicast tables builder it is made for, taken where a user names none. Absent = {@link DEFAULT_PLUGINS}. */
  readonly defaultTables?: string;
  /** Name of the lane tables it is made for, taken where a user names none. Absent = none: its SLs are lanes as they are. */
  readonly defaultLanes?: string;
  /** Absent = OpenSM has no such engine, or one of other tables: they have to be loaded from files. */
  readonly opensm?: OpenSmEngine;
  /** Absent = it takes no lists of nodes. */
  readonly lists?: NodeLists;
  /** Fabrics that it accepts without lists, in words: `regular trees`. Absent = the same as with them. */
  readonly withoutLists?: string;
  /** @throws FabricError `E_<NAME>_UNSUPPORTED_FABRIC` for a fabric outside its claims. */
  create(
    context: RoutingContext,
    options: Options<P>,
  ): RoutingRule | RoutingEngine;
}

export interface TablesContext {
  readonly fabric: Fabric;
  readonly lids: LidTable;
  /** The routing whose paths are compiled. */
  readonly routing: RoutingRule;
  readonly routingName: string;
  /** Compiled unicast tables, for builders that follow or extend them. */
  readonly unicast?: ForwardingTables;
  readonly groups: readonly MulticastGroup[];
  /** For what takes more than seconds on large fabrics; absent = nobody looks. */
  readonly onProgress?: TablesProgress;
}

export interface TablesClaims {
  /** As `makes` of the plugin, for lists of claims. */
  readonly makes: "unicast" | "multicast" | "lanes" | "finished";
  /** Multicast: every member exactly once and nobody else, for every declared source. */
  readonly exactlyOnce?: boolean;
}

export interface UnicastTablesPlugin<P extends Params = Params> extends Plugin<
  "tables",
  P,
  TablesClaims
> {
  readonly makes: "unicast";
  build(context: TablesContext, options: Options<P>): ForwardingTables;
}

export interface MulticastTablesPlugin<
  P extends Params = Params,
> extends Plugin<"tables", P, TablesClaims> {
  readonly makes: "multicast";
  build(context: TablesContext, options: Options<P>): MulticastTables;
}

/** SL2VL and VL arbitration tables (service lanes, bandwidth policies). */
export interface LaneTablesPlugin<P extends Params = Params> extends Plugin<
  "tables",
  P,
  TablesClaims
> {
  readonly makes: "lanes";
  build(
    context: TablesContext,
    options: Options<P>,
  ): Pick<ForwardingTables, "sl2vl" | "hostSl2vl" | "vlArb" | "lanes">;
}

/** Tables that exist already, such as a dump of a real fabric. They take the place of addressing, routing and all builders. */
export interface FinishedTablesPlugin<P extends Params = Params> extends Plugin<
  "tables",
  P,
  TablesClaims
> {
  readonly makes: "finished";
  /** @throws FabricError when they cannot be read, or are of another fabric */
  read(fabric: Fabric, options: Options<P>): ForwardingTables;
}
