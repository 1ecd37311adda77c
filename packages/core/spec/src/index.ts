export {
  FabricError,
  excerpt,
  oneLine,
  many,
  nearest,
  quoted,
  visible,
  type ErrorPlace,
  type FabricErrorInit,
} from "@fabriclab/units";
export * from "./adapter-host.ts";
export * from "./arbiters.ts";
export * from "./asking.ts";
export * from "./buffer-param.ts";
export * from "./channel-counters.ts";
export * from "./channel-name.ts";
export * from "./default-plugins.ts";
export * from "./define.ts";
export * from "./design-plugins.ts";
export * from "./destination.ts";
export * from "./drop.ts";
export * from "./endport-name.ts";
export * from "./fabric.ts";
export * from "./hca.ts";
export * from "./host-hint.ts";
export * from "./host-rates.ts";
export * from "./iba-headers.ts";
export * from "./journal.ts";
export * from "./json.ts";
export * from "./lids.ts";
export * from "./load-param.ts";
export * from "./metric.ts";
export * from "./metric-value.ts";
export * from "./multicast-groups.ts";
export * from "./named-hosts.ts";
export * from "./papers.ts";
export * from "./param-meta.ts";
export * from "./params.ts";
export * from "./parse-options.ts";
export * from "./path-choice.ts";
export * from "./plugin.ts";
export * from "./port-mask.ts";
export * from "./postal-tree.ts";
export * from "./refuse-param.ts";
export * from "./replication.ts";
export * from "./select.ts";
export * from "./service-level.ts";
export * from "./switch.ts";
export * from "./tables.ts";
export * from "./tables-of.ts";
export * from "./traffic.ts";
export * from "./tree-rule.ts";
export * from "./value-text.ts";
