/** What the skeleton of one kind of plugin is made of. */
export interface Kind {
  /** Folder of packages/. */
  readonly family: string;
  /** Function of `@fabriclab/spec` that makes the plugin; absent = the package exports a function and no plugin value. */
  readonly define?: string;
  /** The plugin's method that does the work, which becomes a function of its own file. */
  readonly method: string;
  /** Its parameters, `name: Type`. */
  readonly takes: readonly string[];
  readonly returns: string;
  /** Types of `@fabriclab/spec` among those. */
  readonly types: readonly string[];
  /** Careful first claims, as source; the author says more when the algorithm holds more. */
  readonly claims: string;
  /** Further members of the plugin, as source. */
  readonly more?: string;
}

/** By the name that `--kind` takes; the first of a family is its default. */
export const kinds: Readonly<Record<string, Kind>> = {
  topology: {
    family: "topology",
    define: "defineTopology",
    method: "build",
    takes: [],
    returns: "Fabric",
    types: ["Fabric"],
    claims: "{ switches: () => 0, hosts: () => 0, links: () => 0 }",
  },
  addressing: {
    family: "addressing",
    define: "defineAddressing",
    method: "assign",
    takes: ["fabric: Fabric"],
    returns: "LidTable",
    types: ["Fabric", "LidTable"],
    claims: '{ fabrics: "any", aligned: true }',
  },
  routing: {
    family: "routing",
    define: "defineRouting",
    method: "create",
    takes: ["context: RoutingContext"],
    returns: "RoutingRule",
    types: ["RoutingContext", "RoutingRule"],
    claims: `{
      fabrics: "any",
      minimal: false,
      deadlockFree: false,
      adaptive: false,
      toleratesFaults: false,
    }`,
  },
  unicast: {
    family: "tables",
    define: "defineUnicastTables",
    method: "build",
    takes: ["context: TablesContext"],
    returns: "ForwardingTables",
    types: ["ForwardingTables", "TablesContext"],
    claims: "{}",
  },
  multicast: {
    family: "tables",
    define: "defineMulticastTables",
    method: "build",
    takes: ["context: TablesContext"],
    returns: "MulticastTables",
    types: ["MulticastTables", "TablesContext"],
    claims: "{ exactlyOnce: true }",
  },
  lanes: {
    family: "tables",
    define: "defineLaneTables",
    method: "build",
    takes: ["context: TablesContext"],
    returns: 'ReturnType<LaneTablesPlugin["build"]>',
    types: ["LaneTablesPlugin", "TablesContext"],
    claims: "{}",
  },
  switch: {
    family: "switch",
    define: "defineSwitch",
    method: "build",
    takes: ["options: object", "parts: SwitchParts"],
    returns: "SwitchModel",
    types: ["SwitchModel", "SwitchParts"],
    claims: "{ zeroLoad: () => 0, inOrder: true, lossless: true }",
  },
  arbiter: {
    family: "switch",
    define: "defineArbiter",
    method: "build",
    takes: [],
    returns: "ArbiterFactory",
    types: ["ArbiterFactory"],
    claims: "{ fair: false }",
  },
  "lane-scheduler": {
    family: "switch",
    define: "defineLaneScheduler",
    method: "build",
    takes: [],
    returns: "LaneSchedulerFactory",
    types: ["LaneSchedulerFactory"],
    claims: "{ fair: false }",
  },
  replication: {
    family: "switch",
    define: "defineReplication",
    method: "build",
    takes: [],
    returns: "ReplicationFactory",
    types: ["ReplicationFactory"],
    claims: "{ deadlockFree: false }",
  },
  select: {
    family: "switch",
    define: "defineSelect",
    method: "build",
    takes: [],
    returns: "SelectFactory",
    types: ["SelectFactory"],
    claims: "{ livelockFree: false }",
  },
  drop: {
    family: "switch",
    define: "defineDrop",
    method: "build",
    takes: [],
    returns: "DropFactory",
    types: ["DropFactory"],
    claims: "{ selective: false }",
  },
  hca: {
    family: "hca",
    define: "defineHca",
    method: "build",
    takes: [],
    returns: "HcaModel",
    types: ["HcaModel"],
    claims: "{ inOrder: true }",
  },
  traffic: {
    family: "traffic",
    define: "defineTraffic",
    method: "create",
    takes: ["context: TrafficTablesContext"],
    returns: "Traffic",
    types: ["Traffic", "TrafficTablesContext"],
    claims: '{ loop: "open", finite: false }',
    more: "groups: () => [],",
  },
  pattern: {
    family: "traffic",
    define: "definePattern",
    method: "create",
    takes: ["hosts: number"],
    returns: "Pattern",
    types: ["Pattern"],
    claims: "{ permutation: false }",
  },
  metric: {
    family: "metrics",
    define: "defineMetric",
    method: "create",
    takes: ["context: MetricContext"],
    returns: "Metric",
    types: ["Metric", "MetricContext"],
    claims: '{ unit: "1" }',
  },
  analysis: {
    family: "analysis",
    method: "analyse",
    takes: ["fabric: Fabric", "tables: ForwardingTables"],
    returns: "Readonly<Record<string, number>>",
    types: ["Fabric", "ForwardingTables"],
    claims: "",
  },
  format: {
    family: "formats",
    method: "read",
    takes: ["text: string", "file: string"],
    returns: "Fabric",
    types: ["Fabric"],
    claims: "",
  },
};

export const families: readonly string[] = [
  ...new Set(Object.values(kinds).map((kind) => kind.family)),
];

/** What a user may write in place of a kind: a key of a scenario, or the family as `fabriclab list` calls it. */
const alsoCalled: Readonly<Record<string, string>> = {
  laneScheduler: "lane-scheduler",
  crossbarScheduler: "lane-scheduler",
  metrics: "metric",
  formats: "format",
  patterns: "pattern",
};

/** A kind by its name or by another that is in use for it. */
export function kindNamed(name: string): string | undefined {
  const kind = alsoCalled[name] ?? name;
  return kind in kinds ? kind : undefined;
}

/** Kinds of a family, the default first. */
export function kindsOf(family: string): string[] {
  return Object.keys(kinds).filter((name) => kinds[name]?.family === family);
}
