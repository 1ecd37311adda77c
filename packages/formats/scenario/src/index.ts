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
export { readParts, type PlacedTraffic, type ReadOptions } from "./parts.ts";
export { readScenario, type Scenario } from "./scenario.ts";
export { scenarioSchema } from "./schema.ts";
export type { PlacedUse } from "./use.ts";
