import {
  DEFAULT_PLUGINS,
  FabricError,
  parseOptions,
  type ErrorPlace,
  type Params,
} from "@fabriclab/spec";
import type { LinkOverride, Measure } from "@fabriclab/sim";
import type { z } from "zod";
import { readChanges, type PlacedChange } from "./changes.ts";
import { readDesign, type Design } from "./design.ts";
import {
  linkKeys,
  measureKeys,
  plainKeys,
  topKeys,
  type PluginKeyName,
} from "./keys.ts";
import { type Located, deepest, located, plain, splitPath } from "./located.ts";
import { withNames } from "./entry-name.ts";
import { withOfferedLoads } from "./offered.ts";
import { overriding } from "./overrides.ts";
import { familyTitle } from "./registry.ts";
import {
  keyNamed,
  requestOf,
  withPattern,
  type PlacedTraffic,
  type ReadOptions,
} from "./parts.ts";
import { readSection } from "./section.ts";
import { idleOptions, pointing, readUse, type PlacedUse } from "./use.ts";
import { checkTop, missing } from "./top-level.ts";
import { checkMetrics, checkSeeds } from "./whole.ts";
import { KeptParts } from "./parsed.ts";
import { readYaml } from "./yaml.ts";

/** A validated scenario: every plugin found, every option parsed and its default filled in. Nothing is built yet. */
export interface Scenario extends Design {
  readonly file: string;
  readonly name: string;
  readonly seed: number;
  /** Independent replications. */
  readonly seeds: number;
  readonly threads: number;
  readonly checked: boolean;
  readonly output?: string;
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

const plainNames = Object.keys(plainKeys.shape);

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

  const placed = (node: Located, key: PluginKeyName, finished = false) =>
    kept.of(node, key, () =>
      readUse(node, root, requestOf(key, registry, finished)),
    );
  const defaultNode = (
    key: PluginKeyName,
    fallback: string | readonly string[],
  ): Located =>
    kept.default(`${file} ${key} ${String(fallback)}`, () =>
      located(fallback, placeOfDefault(key, file)),
    );
  const use = (key: PluginKeyName, fallback?: string): PlacedUse => {
    const node = deepest(root, [key]);
    if (node.depth === 1) return placed(node.value, key, true);
    if (fallback === undefined) throw missing(key, registry, root.at);
    return placed(defaultNode(key, fallback), key);
  };
  const named = (key: PluginKeyName): boolean =>
    deepest(root, [key]).depth === 1;
  const list = (
    key: PluginKeyName,
    fallback?: readonly string[],
  ): PlacedUse[] => {
    const node = deepest(root, [key]);
    if (node.depth === 0 && fallback === undefined) {
      throw missing(key, registry, root.at);
    }
    const value =
      node.depth === 1 ? node.value : defaultNode(key, fallback ?? []);
    const items = value.type === "list" ? value.items : [value];
    if (items.length === 0) {
      throw new FabricError({
        code: "E_SCENARIO_BAD_VALUE",
        message: `${key} is an empty list.`,
        where: value.at,
        got: "[]",
        expected: `at least one ${familyTitle[keyNamed(key).kind]}`,
      });
    }
    return items.map((item) => placed(item, key));
  };

  const section = <S extends z.ZodObject>(
    name: string,
    params: S,
  ): z.output<S> => {
    const node = deepest(root, [name]);
    const value = node.depth === 1 ? node.value : undefined;
    return kept.together([value], name, () =>
      readSection(root, name, params, value, registry),
    );
  };
  const plainNodes = plainNames.map((key) => {
    const node = deepest(root, [key]);
    return node.depth === 1 ? node.value : undefined;
  });
  const top = kept.together(plainNodes, "", () =>
    pointing(root, () => {
      const input: Record<string, unknown> = {};
      for (const [at, node] of plainNodes.entries())
        if (node !== undefined) input[plainNames[at]!] = plain(node);
      return parseOptions(
        { kind: "the", name: "scenario", params: plainKeys as Params },
        input,
      ) as z.output<typeof plainKeys>;
    }),
  );

  checkSeeds(root, top.seed, top.seeds);
  const metrics = list("metrics", DEFAULT_PLUGINS.metrics);
  checkMetrics(metrics);
  const design = readDesign(root, use);
  const model = use("switch", DEFAULT_PLUGINS.switch);
  const scenario: Omit<Scenario, "notes"> = {
    file,
    name: top.name ?? baseName(file),
    seed: top.seed,
    seeds: top.seeds,
    threads: top.threads,
    checked: top.checked,
    ...(top.output === undefined ? {} : { output: top.output }),
    topology: use("topology"),
    ...design,
    switch: model,
    arbiter: use("arbiter", DEFAULT_PLUGINS.arbiter),
    laneScheduler: use(
      "laneScheduler",
      (model.plugin as { defaultLaneScheduler?: string })
        .defaultLaneScheduler ?? DEFAULT_PLUGINS.laneScheduler,
    ),
    ...(named("crossbarScheduler")
      ? { crossbarScheduler: use("crossbarScheduler") }
      : {}),
    replication: use("replication", DEFAULT_PLUGINS.replication),
    ...(named("select") ? { select: use("select") } : {}),
    ...(named("drop") ? { drop: use("drop") } : {}),
    hca: use("hca", DEFAULT_PLUGINS.hca),
    link: defined(section("link", linkKeys)),
    changes: readChanges(root),
    traffic: withNames(
      list("traffic").map((traffic) =>
        withPattern(traffic, root, registry, kept),
      ),
      root,
      metrics,
    ),
    metrics,
    measure: defined(section("measure", measureKeys)),
    find(path) {
      const steps = splitPath(path);
      const found = deepest(root, steps);
      return steps.length > 0 && found.depth === steps.length
        ? { ...found.value.at, path }
        : undefined;
    },
  };
  return {
    ...scenario,
    notes: [
      ...overridden.notes,
      ...usesOf(scenario).flatMap((one) => idleOptions(root, one)),
    ],
  };
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

const placeOfDefault = (key: string, file: string): ErrorPlace => ({
  file,
  path: `${key} (default)`,
});

const baseName = (file: string): string =>
  (file.split(/[\\/]/).at(-1) ?? file).replace(/\.(ya?ml|json)$/i, "");

/** Without the keys that are undefined. */
const defined = <T extends object>(
  value: T,
): { [K in keyof T]: NonNullable<T[K]> } =>
  Object.fromEntries(
    Object.entries(value).filter(([, field]) => field !== undefined),
  ) as { [K in keyof T]: NonNullable<T[K]> };
