import { dirname, relative } from "node:path";
import {
  blaming,
  experimentOf,
  extendRegistry,
  parseScenario,
  readScenario,
  type AnyPlugin,
  type Override,
  type Registry,
  type Scenario,
} from "@fabriclab/formats-scenario";
import type { Experiment } from "@fabriclab/sim";
import { FabricError, type Fabric } from "@fabriclab/spec";
import { isFabric } from "./fabric-formats.ts";
import { readFabricFile } from "./fabric-file.ts";
import { inNetworkHosts } from "./in-network-hosts.ts";
import { overriddenRates } from "./overridden-rates.ts";
import { qosLanes } from "./qos-lanes.ts";
import { shellWord } from "./shell-word.ts";
import { dumpTables } from "./tables-dump.ts";
import { fileTopology, type Tell } from "./topology-file.ts";
import { fileTraces } from "./trace-traffic.ts";
import { uncabledHosts } from "./uncabled-hosts.ts";

/** Everything that an experiment is made from, as plain data: a thread makes the same one from it. */
export interface Recipe {
  /** For messages, and the folder against which files that it names are resolved; undefined for standard input. */
  readonly file: string | undefined;
  readonly text: string;
  readonly overrides: readonly Override[];
  /** A fabric's file instead of the scenario's topology. */
  readonly fabric?: string;
}

/** The scenario of a recipe; `tell` takes what the readers of its files passed over. @throws FabricError of the scenario */
export function scenarioOf(
  recipe: Recipe,
  registry: Registry,
  tell?: Tell,
): Scenario {
  const { text, overrides } = recipe;
  return unlessFabric(recipe, () =>
    offeringFabric(() =>
      readScenario(text, {
        file: nameOf(recipe),
        registry: extendRegistry(registry, filePlugins(recipe, tell)),
        overrides,
      }),
    ),
  );
}

/**
 * Runs `read`, which reads a scenario. Where it lacks a topology, `--fabric` may take its place, which the reader does not know.
 *
 * @throws FabricError what it throws
 */
export function offeringFabric<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (
      !FabricError.is(error) ||
      error.code !== "E_SCENARIO_MISSING_KEY" ||
      error.expected?.startsWith("topology: ") !== true
    )
      throw error;
    throw error.hinting(
      `${error.hint ?? "add it"}, or name a fabric's file: --fabric FILE`,
    );
  }
}

/** Runs `read`, which reads the recipe's text as a scenario. @throws FabricError what it throws; `E_CLI_USAGE` where the text is a fabric's */
export function unlessFabric<T>(recipe: Recipe, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const file = nameOf(recipe);
    if (!FabricError.is(error) || !isFabric(recipe.text, file)) throw error;
    throw new FabricError({
      code: "E_CLI_USAGE",
      message: `${file} is a fabric, and no scenario.`,
      where: { file },
      got: "a fabric",
      expected: "a scenario: a YAML mapping with topology, routing and traffic",
      hint: `name the fabric beside a scenario, --fabric ${shellWord(file)}, or in it, topology: { kind: file, path: ${file} }`,
      cause: error,
    });
  }
}

/** The plugins that read files which a scenario names. */
export function filePlugins({ file }: Recipe, tell?: Tell): AnyPlugin[] {
  // Why: a topology of kind `file` and tables of kind `dump` name their files relative to the scenario, not to the folder where the command runs.
  const folder = file === undefined ? "." : relative(".", dirname(file)) || ".";
  return [
    fileTopology(folder, tell),
    dumpTables(folder, tell),
    qosLanes(folder, tell),
    fileTraces(folder),
  ];
}

/**
 * The recipe, whose scenario is given the fabric's file as its topology where it has none. One that has a topology keeps it, of which only the fabric is replaced.
 *
 * @throws FabricError what reading YAML throws; `E_CLI_USAGE` where the text is a fabric's
 */
export function withFabric(recipe: Recipe): Recipe {
  const { text, fabric, overrides } = recipe;
  if (fabric === undefined) return recipe;
  const { root } = unlessFabric(recipe, () =>
    parseScenario(text, nameOf(recipe)),
  );
  if (root.type !== "map" || root.entries.has("topology")) return recipe;
  const value = { kind: "file", path: fabric };
  const topology = { path: "topology", value, flag: "--fabric" };
  return { ...recipe, overrides: [topology, ...overrides] };
}

/** How messages call the scenario. */
export const nameOf = ({ file }: Recipe): string => file ?? "standard input";

/**
 * The experiment of a recipe's scenario; `tell` takes what the reader of a fabric's file passed over, that the scenario replaces the file's
 * rates, and which hosts have no cable.
 *
 * @throws FabricError of the topology, with the scenario's line
 */
export function experimentFor(
  recipe: Recipe,
  scenario: Scenario,
  tell?: Tell,
): Experiment {
  const experiment = blaming(scenario, () =>
    experimentOf(
      scenario,
      recipe.fabric === undefined ? undefined : fabricOf(recipe.fabric, tell),
    ),
  );
  const isOfFile =
    recipe.fabric !== undefined || scenario.topology.plugin.name === "file";
  const replaced = isOfFile ? overriddenRates(experiment) : undefined;
  if (replaced !== undefined) tell?.(`note: ${replaced}`);
  const alone = uncabledHosts(experiment.fabric);
  if (alone !== undefined) tell?.(alone);
  const inside = isOfFile ? inNetworkHosts(experiment.fabric) : undefined;
  if (inside !== undefined) tell?.(inside);
  return experiment;
}

function fabricOf(file: string, tell: Tell | undefined): Fabric {
  const { fabric, notes } = readFabricFile(file);
  for (const one of notes) tell?.(one);
  return fabric;
}
