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

// Each define* only adds what the compiler cannot: the contract's version, the kind, and of tables what they are. A plugin stays a plain value.
export const defineTopology = <P extends Params>(
  p: Draft<TopologyPlugin<P>>,
): TopologyPlugin<P> => ({ spec: "1", kind: "topology", ...p });
export const defineAddressing = <P extends Params>(
  p: Draft<AddressingPlugin<P>>,
): AddressingPlugin<P> => ({ spec: "1", kind: "addressing", ...p });
export const defineRouting = <P extends Params>(
  p: Draft<RoutingPlugin<P>>,
): RoutingPlugin<P> => ({ spec: "1", kind: "routing", ...p });
export const defineUnicastTables = <P extends Params>(
  p: TablesDraft<UnicastTablesPlugin<P>>,
): UnicastTablesPlugin<P> => ({
  spec: "1",
  kind: "tables",
  ...p,
  makes: "unicast",
  claims: { ...p.claims, makes: "unicast" },
});
export const defineMulticastTables = <P extends Params>(
  p: TablesDraft<MulticastTablesPlugin<P>>,
): MulticastTablesPlugin<P> => ({
  spec: "1",
  kind: "tables",
  ...p,
  makes: "multicast",
  claims: { ...p.claims, makes: "multicast" },
});
export const defineLaneTables = <P extends Params>(
  p: TablesDraft<LaneTablesPlugin<P>>,
): LaneTablesPlugin<P> => ({
  spec: "1",
  kind: "tables",
  ...p,
  makes: "lanes",
  claims: { ...p.claims, makes: "lanes" },
});
export const defineFinishedTables = <P extends Params>(
  p: TablesDraft<FinishedTablesPlugin<P>>,
): FinishedTablesPlugin<P> => ({
  spec: "1",
  kind: "tables",
  ...p,
  makes: "finished",
  claims: { ...p.claims, makes: "finished" },
});
export const defineSwitch = <P extends Params>(
  p: Draft<SwitchPlugin<P>>,
): SwitchPlugin<P> => ({ spec: "1", kind: "switch", ...p });
export const defineArbiter = <P extends Params>(
  p: Draft<ArbiterPlugin<P>>,
): ArbiterPlugin<P> => ({ spec: "1", kind: "arbiter", ...p });
export const defineLaneScheduler = <P extends Params>(
  p: Draft<LaneSchedulerPlugin<P>>,
): LaneSchedulerPlugin<P> => ({ spec: "1", kind: "lane-scheduler", ...p });
export const defineReplication = <P extends Params>(
  p: Draft<ReplicationPlugin<P>>,
): ReplicationPlugin<P> => ({ spec: "1", kind: "replication", ...p });
export const defineSelect = <P extends Params>(
  p: Draft<SelectPlugin<P>>,
): SelectPlugin<P> => ({ spec: "1", kind: "select", ...p });
export const defineDrop = <P extends Params>(
  p: Draft<DropPlugin<P>>,
): DropPlugin<P> => ({ spec: "1", kind: "drop", ...p });
export const defineHca = <P extends Params>(
  p: Draft<HcaPlugin<P>>,
): HcaPlugin<P> => ({ spec: "1", kind: "hca", ...p });
export const defineTraffic = <P extends Params>(
  p: Draft<TrafficPlugin<P>>,
): TrafficPlugin<P> => ({ spec: "1", kind: "traffic", ...p });
export const definePattern = <P extends Params>(
  p: Draft<PatternPlugin<P>>,
): PatternPlugin<P> => ({ spec: "1", kind: "pattern", ...p });
export const defineMetric = <P extends Params>(
  p: Draft<MetricPlugin<P>>,
): MetricPlugin<P> => ({ spec: "1", kind: "metric", ...p });
