import { FabricError, type PluginKind } from "@fabriclab/spec";
import type { Experiment, TableSource } from "./experiment.ts";

/** What an experiment has to have, and what is there. */
const PARTS = {
  fabric: "a fabric",
  tables: "addressing, routing and unicast, or given",
  switchModel: "use, arbiter, laneScheduler and replication",
  hca: "a host adapter with options",
  link: "what replaces the links' own times, {} for nothing",
  traffic: "a list",
  metrics: "a list",
  measure: "when to stop, such as defaultMeasure",
} as const;

/**
 * Refuses an experiment that lacks a part, or that has something else in the place of a plugin with its options. The compiler says so to programs that have types;
 * this says it to the others, before a plugin is called as what it is not.
 *
 * @throws FabricError E_SIM_EXPERIMENT
 */
export function checkExperiment(experiment: Experiment): void {
  for (const part of Object.keys(PARTS) as (keyof typeof PARTS)[]) {
    const value: unknown = experiment[part];
    const expected = PARTS[part];
    if (expected === "a list" ? !Array.isArray(value) : !isObject(value))
      throw refusal(part, value, expected);
  }
  const { switchModel, hca, traffic, metrics } = experiment;
  checkUse("switchModel.use", switchModel.use, "switch");
  checkUse("switchModel.arbiter", switchModel.arbiter, "arbiter");
  checkUse("switchModel.replication", switchModel.replication, "replication");
  const { laneScheduler, crossbarScheduler, select, drop } = switchModel;
  checkUse("switchModel.laneScheduler", laneScheduler, "lane-scheduler");
  if (crossbarScheduler !== undefined)
    checkUse(
      "switchModel.crossbarScheduler",
      crossbarScheduler,
      "lane-scheduler",
    );
  if (select !== undefined) checkUse("switchModel.select", select, "select");
  if (drop !== undefined) checkUse("switchModel.drop", drop, "drop");
  checkUse("hca", hca, "hca");
  for (const [index, use] of traffic.entries()) {
    checkUse(`traffic[${index}]`, use, "traffic");
    if (use.pattern !== undefined)
      checkUse(`traffic[${index}].pattern`, use.pattern, "pattern");
  }
  for (const [index, use] of metrics.entries())
    checkUse(`metrics[${index}]`, use, "metric");
}

/**
 * The same of what tables come from.
 *
 * @throws FabricError E_SIM_EXPERIMENT
 */
export function checkTableSource(source: TableSource): void {
  if ("given" in source) {
    if (!isObject(source.given))
      throw refusal("tables.given", source.given, "forwarding tables");
    return;
  }
  const { addressing, routing, unicast, multicast, lanes } = source;
  checkUse("tables.addressing", addressing, "addressing");
  checkUse("tables.routing", routing, "routing");
  checkUse("tables.unicast", unicast, "tables", "unicast");
  if (multicast !== undefined)
    checkUse("tables.multicast", multicast, "tables", "multicast");
  if (lanes !== undefined) checkUse("tables.lanes", lanes, "tables", "lanes");
}

function checkUse(
  path: string,
  use: unknown,
  kind: PluginKind,
  makes?: "unicast" | "multicast" | "lanes",
): void {
  const plugin = isObject(use) ? use["plugin"] : undefined;
  if (
    isObject(plugin) &&
    plugin["kind"] === kind &&
    (makes === undefined || plugin["makes"] === makes) &&
    isObject((use as { options?: unknown }).options)
  )
    return;
  const wanted = makes === undefined ? kind : `${makes} ${kind}`;
  throw refusal(
    path,
    use,
    `a plugin of the family ${wanted} with its options: use(plugin, { … })`,
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** What stands there, by kind and name where it is a plugin. */
function told(value: unknown): string {
  if (value === undefined) return "nothing";
  if (!isObject(value)) return String(value);
  const plugin = isObject(value["plugin"]) ? value["plugin"] : value;
  const { kind, name, makes } = plugin;
  if (typeof kind !== "string") return "an object that holds no plugin";
  const options = isObject(value["options"]) ? "" : ", without options";
  return `${typeof makes === "string" ? `${makes} ` : ""}${kind} ${String(name)}${options}`;
}

const refusal = (path: string, value: unknown, expected: string): FabricError =>
  new FabricError({
    code: "E_SIM_EXPERIMENT",
    message: "the experiment has something else, or nothing, in this place",
    where: { path },
    got: told(value),
    expected,
  });
