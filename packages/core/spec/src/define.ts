import type {
  AddressingPlugin,
  FinishedTablesPlugin,
  LaneTablesPlugin,
  MulticastTablesPlugin,
  RoutingPlugin,
  TablesClaims,
  TopologyPlugin,
  UnicastTablesPlugin,
} from "./design-plugins.ts";
import type { MetricPlugin } from "./metric.ts";
import { refuseUnparsed } from "./unparsed-options.ts";
import type { Params } from "./plugin.ts";
import type { ArbiterPlugin, LaneSchedulerPlugin } from "./arbiters.ts";
import type { DropPlugin } from "./drop.ts";
import type { ReplicationPlugin } from "./replication.ts";
import type { SelectPlugin } from "./select.ts";
import type { SwitchPlugin } from "./switch.ts";
import type { HcaPlugin } from "./hca.ts";
import type { PatternPlugin, TrafficPlugin } from "./traffic.ts";

type Draft<T> = Omit<T, "spec" | "kind">;

/** A builder of tables as its author writes it: what it makes is told once, by the function that defines it. */
type TablesDraft<T extends { readonly claims: TablesClaims }> = Omit<
  Draft<T>,
  "makes" | "claims"
> & { readonly claims: Omit<T["claims"], "makes"> };

// Each define* adds the contract's version, the kind and, for tables, what they are; the compiler checks the rest. A plugin stays a plain value.

/** A topology: parameters to a fabric. Options that nobody parsed are refused before its own code meets them. */
export const defineTopology = <P extends Params>(
  p: Draft<TopologyPlugin<P>>,
): TopologyPlugin<P> => ({
  spec: "1",
  kind: "topology",
  ...p,
  build(options) {
    refuseUnparsed({ ...p, kind: "topology" }, options);
    return p.build(options);
  },
});
/** An addressing: which endport owns which LIDs. */
export const defineAddressing = <P extends Params>(
  p: Draft<AddressingPlugin<P>>,
): AddressingPlugin<P> => ({ spec: "1", kind: "addressing", ...p });
/** A routing: a rule of candidate ports for each switch and LID, or an engine that returns whole tables. */
export const defineRouting = <P extends Params>(
  p: Draft<RoutingPlugin<P>>,
): RoutingPlugin<P> => ({ spec: "1", kind: "routing", ...p });
/** A builder that compiles a routing's rule into forwarding tables. */
export const defineUnicastTables = <P extends Params>(
  p: TablesDraft<UnicastTablesPlugin<P>>,
): UnicastTablesPlugin<P> => ({
  spec: "1",
  kind: "tables",
  ...p,
  makes: "unicast",
  claims: { ...p.claims, makes: "unicast" },
});
/** A builder of multicast forwarding tables. */
export const defineMulticastTables = <P extends Params>(
  p: TablesDraft<MulticastTablesPlugin<P>>,
): MulticastTablesPlugin<P> => ({
  spec: "1",
  kind: "tables",
  ...p,
  makes: "multicast",
  claims: { ...p.claims, makes: "multicast" },
});
/** A builder of SL2VL and VL arbitration tables. */
export const defineLaneTables = <P extends Params>(
  p: TablesDraft<LaneTablesPlugin<P>>,
): LaneTablesPlugin<P> => ({
  spec: "1",
  kind: "tables",
  ...p,
  makes: "lanes",
  claims: { ...p.claims, makes: "lanes" },
});
/** A reader of tables that exist already, in place of addressing, routing and builders. */
export const defineFinishedTables = <P extends Params>(
  p: TablesDraft<FinishedTablesPlugin<P>>,
): FinishedTablesPlugin<P> => ({
  spec: "1",
  kind: "tables",
  ...p,
  makes: "finished",
  claims: { ...p.claims, makes: "finished" },
});
/** A switch model: sizes and delays of the datapath, and the parts that it takes. */
export const defineSwitch = <P extends Params>(
  p: Draft<SwitchPlugin<P>>,
): SwitchPlugin<P> => ({ spec: "1", kind: "switch", ...p });
/** An arbiter: which input an output serves next. */
export const defineArbiter = <P extends Params>(
  p: Draft<ArbiterPlugin<P>>,
): ArbiterPlugin<P> => ({ spec: "1", kind: "arbiter", ...p });
/** A lane scheduler: which data lane a link serves next. */
export const defineLaneScheduler = <P extends Params>(
  p: Draft<LaneSchedulerPlugin<P>>,
): LaneSchedulerPlugin<P> => ({ spec: "1", kind: "lane-scheduler", ...p });
/** A replication policy: how a multicast packet acquires its outputs. */
export const defineReplication = <P extends Params>(
  p: Draft<ReplicationPlugin<P>>,
): ReplicationPlugin<P> => ({ spec: "1", kind: "replication", ...p });
/** A choice among the candidate ports of adaptive tables. */
export const defineSelect = <P extends Params>(
  p: Draft<SelectPlugin<P>>,
): SelectPlugin<P> => ({ spec: "1", kind: "select", ...p });
/** A drop policy: how long the head of an input queue may wait. */
export const defineDrop = <P extends Params>(
  p: Draft<DropPlugin<P>>,
): DropPlugin<P> => ({ spec: "1", kind: "drop", ...p });
/** A host adapter: what lies between traffic and link. */
export const defineHca = <P extends Params>(
  p: Draft<HcaPlugin<P>>,
): HcaPlugin<P> => ({ spec: "1", kind: "hca", ...p });
/** A traffic: streams of packets, and the multicast groups that they need. */
export const defineTraffic = <P extends Params>(
  p: Draft<TrafficPlugin<P>>,
): TrafficPlugin<P> => ({ spec: "1", kind: "traffic", ...p });
/** A pattern: who sends to whom. */
export const definePattern = <P extends Params>(
  p: Draft<PatternPlugin<P>>,
): PatternPlugin<P> => ({ spec: "1", kind: "pattern", ...p });
/** A metric: observers of a run's journal, and what they say. */
export const defineMetric = <P extends Params>(
  p: Draft<MetricPlugin<P>>,
): MetricPlugin<P> => ({ spec: "1", kind: "metric", ...p });
