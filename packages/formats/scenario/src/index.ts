export { blame, blaming, buildFabric, experimentOf } from "./experiment.ts";
export {
  linkKeys,
  measureKeys,
  plainKeys,
  pluginKeys,
  topKeys,
  type PluginKey,
  type PluginKeyName,
} from "./keys.ts";
export { applyOverrides, parseOverride, type Override } from "./overrides.ts";
export { describeParams, type ParameterDescription } from "./parameters.ts";
export {
  extendRegistry,
  familyTitle,
  findPlugin,
  type AnyPlugin,
  type Registry,
} from "./registry.ts";
export {
  readScenario,
  type PlacedTraffic,
  type ReadOptions,
  type Scenario,
} from "./scenario.ts";
export { scenarioSchema } from "./schema.ts";
export type { PlacedUse } from "./use.ts";
