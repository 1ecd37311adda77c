export { blame, blaming } from "./blame.ts";
export type { PlacedChange } from "./changes.ts";
export type { Design } from "./design.ts";
export { buildFabric, experimentOf } from "./experiment.ts";
export { entryKeys } from "./entry-keys.ts";
export { fitsKey } from "./fits-key.ts";
export {
  linkKeys,
  measureKeys,
  offeredKeys,
  pluginKeys,
  topKeys,
  type PluginKey,
  type PluginKeyName,
} from "./keys.ts";
export { parseOverride, valueOf, type Override } from "./override.ts";
export { numberedPath } from "./entry-path.ts";
export { overridable } from "./overridable.ts";
export { describeParams, type ParameterDescription } from "./parameters.ts";
export {
  aFamily,
  extendRegistry,
  familyTitle,
  findPlugin,
  type AnyPlugin,
  type Registry,
} from "./registry.ts";
export {
  keyNamed,
  readParts,
  type PlacedTraffic,
  type ReadOptions,
} from "./parts.ts";
export {
  parseScenario,
  type KeptParts,
  type ParsedScenario,
} from "./parsed.ts";
export { readScenario, type Hardware, type Scenario } from "./scenario.ts";
export { scenarioSchema } from "./schema.ts";
export { sweepKeys } from "./sweep-keys.ts";
export {
  readSweep,
  sweepFactor,
  type PlacedFactor,
  type PlacedSetting,
  type PlacedValue,
  type SweepSection,
} from "./sweep-section.ts";
export type { PlacedUse } from "./use.ts";
export { meantRange } from "./meant-range.ts";
export { readRange, type OpenRange, type ValueRange } from "./value-range.ts";
