import { DEFAULT_PLUGINS, type ErrorPlace } from "@fabriclab/spec";
import type { LinkOverride, Measure } from "@fabriclab/sim";
import { readChanges, type PlacedChange } from "./changes.ts";
import { readDesign, type Design } from "./design.ts";
import { withNames } from "./entry-name.ts";
import { KeyReader } from "./key-reader.ts";
import { linkKeys, measureKeys, topKeys } from "./keys.ts";
import { type Located, deepest, splitPath } from "./located.ts";
import { withOfferedLoads } from "./offered.ts";
import { overriding } from "./overrides.ts";
import { KeptParts } from "./parsed.ts";
import { withPattern, type PlacedTraffic, type ReadOptions } from "./parts.ts";
import { checkTop } from "./top-level.ts";
import { idleOptions, type PlacedUse } from "./use.ts";
import { checkMetrics, checkSeeds } from "./whole.ts";
import { readYaml } from "./yaml.ts";

/** The plugins of a scenario of which there is one each, beside those that make its tables. */
export interface Hardware {
  readonly topology: PlacedUse;
  readonly switch: PlacedUse;
  readonly arbiter: PlacedUse;
  readonly laneScheduler: PlacedUse;
  /** Absent where the scenario names none. */
  readonly crossbarScheduler?: PlacedUse;
  readonly replication: PlacedUse;
  /** Absent where the scenario names none, like `drop`. */
  readonly select?: PlacedUse;
  readonly drop?: PlacedUse;
  readonly hca: PlacedUse;
}

/** A validated scenario: every plugin found, every option parsed and its default filled in. Nothing is built yet. */
export interface Scenario extends Design, Hardware {
  readonly file: string;
  readonly name: string;
  readonly seed: number;
  /** Independent replications. */
  readonly seeds: number;
  readonly threads: number;
  readonly checked: boolean;
  readonly output?: string;
  readonly link: LinkOverride;
  /** Failures of links, restorations and re-sweeps, as they are written. */
  readonly changes: readonly PlacedChange[];
  readonly traffic: readonly PlacedTraffic[];
  readonly metrics: readonly PlacedUse[];
  readonly measure: Measure;
  /** What was written and has no effect beside the rest: a line each. */
  readonly notes: readonly string[];
  /** Where the value at a path such as `traffic[0].load` was written; undefined where it was not. */
  readonly find: (path: string) => ErrorPlace | undefined;
}

/**
 * Reads and validates a scenario.
 *
 * @param text YAML 1.2 or JSON
 * @throws FabricError with file, line and column: `E_SCENARIO_SYNTAX`, `E_SCENARIO_UNKNOWN_KEY`, `E_SCENARIO_MISSING_KEY`,
 * `E_SCENARIO_BAD_VALUE`, `E_SCENARIO_UNKNOWN_PLUGIN`, `E_SCENARIO_SEEDS`, `E_SCENARIO_METRIC_TWICE`, `E_SCENARIO_OFFERED`, `E_SCENARIO_MIX`, `E_SCENARIO_TRAFFIC_NAME`, and what `parseOptions` says of a plugin's options
 */
export function readScenario(text: string, options: ReadOptions): Scenario {
  const file = options.file ?? "scenario";
  const { registry } = options;
  const written = options.parsed?.root ?? readYaml(text, file);
  const kept = options.parsed?.kept(registry) ?? new KeptParts();
  const known = options.sweep === true ? [...topKeys, "sweep"] : topKeys;
  checkTop(written, known, registry);
  const overridden = overriding(written, options.overrides ?? [], registry);
  checkTop(overridden.root, known, registry);
  const root = withOfferedLoads(overridden.root, registry, kept);

  const keys = new KeyReader(file, root, registry, kept);
  const top = keys.plainValues();
  checkSeeds(root, top.seed, top.seeds);
  const metrics = keys.list("metrics", DEFAULT_PLUGINS.metrics);
  checkMetrics(metrics);
  const scenario: Omit<Scenario, "notes"> = {
    file,
    name: top.name ?? baseName(file),
    seed: top.seed,
    seeds: top.seeds,
    threads: top.threads,
    checked: top.checked,
    ...(top.output === undefined ? {} : { output: top.output }),
    ...readDesign(root, (key, fallback) => keys.use(key, fallback)),
    ...readHardware(keys),
    link: defined(keys.section("link", linkKeys)),
    changes: readChanges(root),
    traffic: withNames(
      keys
        .list("traffic")
        .map((traffic) => withPattern(traffic, root, registry, kept)),
      root,
      metrics,
    ),
    metrics,
    measure: defined(keys.section("measure", measureKeys)),
    find: (path) => placeOf(root, path),
  };
  return {
    ...scenario,
    notes: [
      ...overridden.notes,
      ...usesOf(scenario).flatMap((one) => idleOptions(root, one)),
    ],
  };
}

/** The plugins of which a scenario has one each, beside those that make its tables. @throws FabricError of `KeyReader.use` */
function readHardware(keys: KeyReader): Hardware {
  const model = keys.use("switch", DEFAULT_PLUGINS.switch);
  const { defaultLaneScheduler } = model.plugin as {
    defaultLaneScheduler?: string;
  };
  return {
    topology: keys.use("topology"),
    switch: model,
    arbiter: keys.use("arbiter", DEFAULT_PLUGINS.arbiter),
    laneScheduler: keys.use(
      "laneScheduler",
      defaultLaneScheduler ?? DEFAULT_PLUGINS.laneScheduler,
    ),
    ...(keys.has("crossbarScheduler")
      ? { crossbarScheduler: keys.use("crossbarScheduler") }
      : {}),
    replication: keys.use("replication", DEFAULT_PLUGINS.replication),
    ...(keys.has("select") ? { select: keys.use("select") } : {}),
    ...(keys.has("drop") ? { drop: keys.use("drop") } : {}),
    hca: keys.use("hca", DEFAULT_PLUGINS.hca),
  };
}

/** Where the value at a path was written; undefined where it was not. */
function placeOf(root: Located, path: string): ErrorPlace | undefined {
  const steps = splitPath(path);
  const found = deepest(root, steps);
  return steps.length > 0 && found.depth === steps.length
    ? { ...found.value.at, path }
    : undefined;
}

/** Every plugin of a scenario. */
const usesOf = (scenario: Omit<Scenario, "notes">): PlacedUse[] =>
  [
    scenario.topology,
    scenario.addressing,
    scenario.routing,
    scenario.tables,
    scenario.multicast,
    scenario.lanes,
    scenario.switch,
    scenario.arbiter,
    scenario.laneScheduler,
    scenario.crossbarScheduler,
    scenario.replication,
    scenario.select,
    scenario.drop,
    scenario.hca,
    ...scenario.traffic,
    ...scenario.traffic.map(({ pattern }) => pattern),
    ...scenario.metrics,
  ].filter((one) => one !== undefined);

const baseName = (file: string): string =>
  (file.split(/[\\/]/).at(-1) ?? file).replace(/\.(ya?ml|json)$/i, "");

/** Without the keys that are undefined. */
const defined = <T extends object>(
  value: T,
): { [K in keyof T]: NonNullable<T[K]> } =>
  Object.fromEntries(
    Object.entries(value).filter(([, field]) => field !== undefined),
  ) as { [K in keyof T]: NonNullable<T[K]> };
