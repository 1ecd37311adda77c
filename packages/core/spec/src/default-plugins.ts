/**
 * Names of the plugins that stand in for parts of an experiment that nobody names. Another part comes first where it says what it is made for:
 * `RoutingPlugin.defaultAddressing` and `defaultTables`, `SwitchPlugin.defaultLaneScheduler`.
 *
 * Why here: scenarios, commands and notes on idle parts must mean the same.
 */
export const DEFAULT_PLUGINS = {
  addressing: "sequential",
  tables: "linear",
  multicast: "multicast-union",
  switch: "relay",
  arbiter: "round-robin",
  laneScheduler: "round-robin",
  replication: "asynchronous",
  hca: "injector",
  metrics: ["latency", "throughput"],
} as const;
