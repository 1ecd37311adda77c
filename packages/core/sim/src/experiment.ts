import type {
  AddressingPlugin,
  ArbiterPlugin,
  DropPlugin,
  Fabric,
  FinishedTablesPlugin,
  ForwardingTables,
  HcaPlugin,
  LaneSchedulerPlugin,
  LaneTablesPlugin,
  MetricPlugin,
  MetricValue,
  MulticastTablesPlugin,
  Options,
  Params,
  PatternPlugin,
  ReplicationPlugin,
  RoutingPlugin,
  SelectPlugin,
  SwitchPlugin,
  TrafficPlugin,
  UnicastTablesPlugin,
} from "@fabriclab/spec";
import type { NodeIx, PortIx, Ps } from "@fabriclab/units";

/** A plugin with its parsed options: what a scenario's `kind: …` entry becomes. */
// oxlint-disable-next-line typescript/no-explicit-any -- a plugin of any parameter table
export interface Use<P extends { readonly params: Params } = any> {
  readonly plugin: P;
  readonly options: P extends { readonly params: infer S extends Params }
    ? Options<S>
    : unknown;
}

/** How tables come about: computed from an addressing and a routing, or given (a dump). */
export type TableSource =
  | {
      readonly addressing: Use<AddressingPlugin>;
      readonly routing: Use<RoutingPlugin>;
      readonly unicast: Use<UnicastTablesPlugin>;
      /** Needed where the traffic has multicast groups. */
      readonly multicast?: Use<MulticastTablesPlugin>;
      /** SL2VL and VL arbitration; absent = what the unicast tables say. */
      readonly lanes?: Use<LaneTablesPlugin>;
    }
  | {
      readonly given: ForwardingTables;
      /** What read them, for descriptions. */
      readonly use?: Use<FinishedTablesPlugin>;
    };

/** One traffic entry. */
export interface TrafficUse extends Use<TrafficPlugin> {
  /** What results and messages call it; absent = by its index, `traffic0`. Random streams do not depend on it. */
  readonly name?: string;
  readonly pattern?: Use<PatternPlugin>;
}

/** Replaces what the fabric's links say, for every link. */
export interface LinkOverride {
  /** ps per byte. */
  readonly byteTime?: Ps;
  readonly flight?: Ps;
}

/** Caps of finite traffic: none where absent. */
export interface FiniteCaps {
  readonly maxTime?: Ps;
  readonly maxPackets?: number;
}

/** When to stop an open-loop run, and what to leave out. Finite traffic ends by itself, or at its caps, and is measured whole. */
export interface Measure {
  /** `auto` = MSER-5 on the latency series. */
  readonly warmup: "auto" | Ps;
  /** Relative half-width of the confidence interval of the mean latency at which a run may stop. */
  readonly precision: number;
  /** 0.95 = 95 %. */
  readonly confidence: number;
  /** Simulated time for which an open-loop run measures at least, after its warm-up, before it may stop by itself: for parts of it that settle later than the mean latency. Absent = none. */
  readonly minTime?: Ps;
  /** Simulated time after which an unconverged run stops with status `limit`. */
  readonly maxTime: Ps;
  /** Packets delivered after which an unconverged run stops with status `limit`. */
  readonly maxPackets: number;
  /** Simulated time, or packets delivered, after which finite traffic that is not all delivered stops with status `limit`. */
  readonly finiteCaps?: FiniteCaps;
}

/** Something that happens to the fabric while packets flow. Links are named by the port at either end. */
export type Change =
  | { readonly at: Ps; readonly fail: PortIx }
  | { readonly at: Ps; readonly restore: PortIx }
  /** All links of a switch or host fail at once. Those that fail by themselves, or with the node at their other end, stay down when it is restored. */
  | { readonly at: Ps; readonly failNode: NodeIx }
  | { readonly at: Ps; readonly restoreNode: NodeIx }
  /** The subnet manager computes the tables anew, without the links that are down and with the same LIDs, and they are in use at once. */
  | { readonly at: Ps; readonly resweep: true };

/** What became of a change. */
export interface ChangeResult {
  /** When, in ps. */
  readonly at: number;
  /** `S0:3 - S1:3 fails`, `S0 fails (4 links)` */
  readonly what: string;
  /** Whether the run came to it. */
  readonly reached: boolean;
  /** Packets lost from then until the next change, by cause. */
  readonly lost?: { readonly linkDown: number; readonly unroutable: number };
  /** Of a failure: whether the run came to a re-sweep, or to the restoration of the link or node. */
  readonly repaired?: boolean;
  /**
   * Of a failure: time from it until the last packet was lost, whichever of the links that were down lost it, up to the next failure after its repair; 0 = none
   * was. Absent where packets were lost and it was not repaired.
   */
  readonly recoveryPs?: number;
}

export interface Experiment {
  readonly name: string;
  readonly seed: number;
  readonly fabric: Fabric;
  readonly tables: TableSource;
  readonly switchModel: {
    readonly use: Use<SwitchPlugin>;
    readonly arbiter: Use<ArbiterPlugin>;
    readonly laneScheduler: Use<LaneSchedulerPlugin>;
    /** Absent = lanes cross a switch's crossbar in turn, a packet each. */
    readonly crossbarScheduler?: Use<LaneSchedulerPlugin>;
    readonly replication: Use<ReplicationPlugin>;
    /** Absent = packets take the forwarding table's port. */
    readonly select?: Use<SelectPlugin>;
    /** Absent = nothing is dropped because it waits. */
    readonly drop?: Use<DropPlugin>;
  };
  readonly hca: Use<HcaPlugin>;
  readonly link: LinkOverride;
  readonly traffic: readonly TrafficUse[];
  readonly metrics: readonly Use<MetricPlugin>[];
  /** Failures of links, restorations and re-sweeps; absent = none. */
  readonly changes?: readonly Change[];
  readonly measure: Measure;
  /** Worker threads for one run; results are the same for any number. */
  readonly threads: number;
  /** Invariants of the engine checked after every slice. */
  readonly checked: boolean;
}

export type RunStatus =
  /** Finite traffic: everything was delivered (or accounted for). The verdict says where endless traffic beside it is saturated. */
  | "finished"
  /** Open loop: the interval is as narrow as asked. */
  | "converged"
  /**
   * Open loop: offered more than is accepted; latencies grow without bound and no mean latency is printed. Finite traffic: a link is offered more than it carries
   * for so long that waits grow beyond what the engine can count.
   */
  | "saturated"
  /** A cap of `measure` was reached first, or what is left waits at hosts whose links are down. */
  | "limit"
  /** Packets in flight, nothing moves: see `deadlock`. */
  | "deadlocked";

export interface PacketCounts {
  readonly injected: number;
  /** Copies delivered; a multicast packet counts once per member. */
  readonly delivered: number;
  readonly dropped: number;
  readonly inFlight: number;
}

/** One hold of a wait-for cycle. */
export interface WaitFor {
  /** `SW<20,1>:3 VL0` */
  readonly place: string;
  /** The channel and VL that the packet holds, by its sending port: a vertex of the channel-dependency graph. */
  readonly channel: string;
  readonly packet: number;
  readonly source: string;
  readonly destination: string;
  /** What it waits for, same form as `place`; followed by `(gang)` or `(holding buffer)` where it is not room. */
  readonly waitsFor: string;
}

export interface RunResult {
  readonly experiment: string;
  readonly seed: number;
  /** End of simulated time. */
  readonly simulatedPs: number;
  /** Where the measured interval starts. */
  readonly warmupPs: number;
  readonly packets: PacketCounts;
  readonly metrics: Readonly<Record<string, MetricValue>>;
  readonly status: RunStatus;
  /** One sentence: how the run ended and what to make of it. */
  readonly verdict: string;
  /** Where the run as a whole is not `saturated`: the endless traffic of which the network takes less than it offers, by name, or by index where it has none. Absent = none. */
  readonly saturated?: readonly (number | string)[];
  readonly deadlock?: readonly WaitFor[];
  /** No packet arrived: all that came to an end were discarded for want of a path, a lane or a receiver. Absent = some arrived, or some met another end. */
  readonly unroutable?: true;
  /** In the order of time; absent where the experiment has none. */
  readonly changes?: readonly ChangeResult[];
  readonly events: number;
  readonly packetHops: number;
  /** Real time, the one field that differs between equal runs; filled in by the caller that owns a clock. */
  readonly wallSeconds: number;
}

export interface RunProgress {
  readonly simulatedPs: number;
  /** `warm-up`: what is seen is not measured yet, and nobody knows how long that will be. */
  readonly phase: "warm-up" | "measuring";
  /**
   * 0 … 1: the share of finite traffic that is delivered, or of the time (or the packets) after which endless traffic is expected to be known as
   * precisely as asked, at most the share of its caps. During warm-up the share of the caps alone. 0 where nothing is known.
   */
  readonly fraction: number;
  readonly packetHops: number;
  readonly delivered: number;
  /** Relative half-width of the CI so far; NaN before there is one. */
  readonly precision: number;
}
