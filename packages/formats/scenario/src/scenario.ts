import {
  FabricError,
  nearest,
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
import {
  type Located,
  deepest,
  located,
  plain,
  show,
  splitPath,
} from "./located.ts";
import { applyOverrides } from "./overrides.ts";
import { familyTitle, type Registry } from "./registry.ts";
import {
  isFinished,
  keyNamed,
  requestOf,
  withPattern,
  type PlacedTraffic,
  type ReadOptions,
} from "./parts.ts";
import {
  idleOptions,
  parseSection,
  pointing,
  readUse,
  type PlacedUse,
} from "./use.ts";
import { checkMetrics, checkSeeds } from "./whole.ts";
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

/**
 * Reads and validates a scenario.
 *
 * @param text YAML 1.2 or JSON
 * @throws FabricError with file, line and column: `E_SCENARIO_SYNTAX`, `E_SCENARIO_UNKNOWN_KEY`, `E_SCENARIO_MISSING_KEY`,
 * `E_SCENARIO_BAD_VALUE`, `E_SCENARIO_UNKNOWN_PLUGIN`, `E_SCENARIO_SEEDS`, `E_SCENARIO_METRIC_TWICE`, and what `parseOptions` says of a plugin's options
 */
export function readScenario(text: string, options: ReadOptions): Scenario {
  const file = options.file ?? "scenario";
  const { registry } = options;
  const root = options.parsed?.copy() ?? readYaml(text, file);
  const known = options.sweep === true ? [...topKeys, "sweep"] : topKeys;
  checkTop(root, known);
  applyOverrides(root, options.overrides ?? [], registry);
  checkTop(root, known);

  const use = (key: PluginKeyName, fallback?: string): PlacedUse => {
    const node = deepest(root, [key]);
    if (node.depth === 1)
      return readUse(node.value, root, requestOf(key, registry, true));
    if (fallback === undefined) throw missing(key, registry, root.at);
    return readUse(
      located(fallback, placeOfDefault(key, file)),
      root,
      requestOf(key, registry),
    );
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
      node.depth === 1
        ? node.value
        : located(fallback, placeOfDefault(key, file));
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
    return items.map((item) => readUse(item, root, requestOf(key, registry)));
  };

  const section = <S extends z.ZodObject>(name: string, params: S) => {
    const node = deepest(root, [name]);
    const input = node.depth === 1 ? (plain(node.value) ?? {}) : {};
    if (typeof input !== "object" || Array.isArray(input)) {
      throw new FabricError({
        code: "E_SCENARIO_BAD_VALUE",
        message: `${name} is a mapping.`,
        where: node.value.at,
        got: show(input),
        expected: `{ ${Object.keys(params.shape).join(": …, ")}: … }`,
      });
    }
    return parseSection(root, name, params, input);
  };
  const top = pointing(root, () => {
    const input: Record<string, unknown> = {};
    for (const key of Object.keys(plainKeys.shape)) {
      const node = deepest(root, [key]);
      if (node.depth === 1) input[key] = plain(node.value);
    }
    return parseOptions(
      { kind: "the", name: "scenario", params: plainKeys as Params },
      input,
    ) as z.output<typeof plainKeys>;
  });

  checkSeeds(root, top.seed, top.seeds);
  const metrics = list("metrics", ["latency", "throughput"]);
  checkMetrics(metrics);
  const design = readDesign(root, use);
  const model = use("switch", "relay");
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
    arbiter: use("arbiter", "round-robin"),
    laneScheduler: use(
      "laneScheduler",
      (model.plugin as { defaultLaneScheduler?: string })
        .defaultLaneScheduler ?? "round-robin",
    ),
    ...(named("crossbarScheduler")
      ? { crossbarScheduler: use("crossbarScheduler") }
      : {}),
    replication: use("replication", "asynchronous"),
    ...(named("select") ? { select: use("select") } : {}),
    ...(named("drop") ? { drop: use("drop") } : {}),
    hca: use("hca", "injector"),
    link: defined(section("link", linkKeys)),
    changes: readChanges(root),
    traffic: list("traffic").map((traffic) =>
      withPattern(traffic, root, registry),
    ),
    metrics,
    measure: section("measure", measureKeys),
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
    notes: usesOf(scenario).flatMap((one) => idleOptions(root, one)),
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

function checkTop(root: Located, known: readonly string[]): void {
  if (root.type !== "map") {
    throw new FabricError({
      code: "E_SCENARIO_BAD_VALUE",
      message: "A scenario is a mapping.",
      where: root.at,
      got: show(plain(root)),
      expected: "keys such as topology, routing and traffic",
    });
  }
  for (const [key, entry] of root.entries) {
    if (known.includes(key)) continue;
    const close = nearest(key, known);
    throw new FabricError({
      code: "E_SCENARIO_UNKNOWN_KEY",
      message: `A scenario has no key ${key}.`,
      where: entry.at,
      got: key,
      expected: `one of ${known.join(", ")}`,
      ...(key === "sweep"
        ? {
            hint: "`fabriclab sweep` runs a scenario with this section; take it out to run a single point.",
          }
        : close === undefined
          ? {}
          : { hint: `did you mean ${close}?` }),
    });
  }
}

function missing(
  key: string,
  registry: Registry,
  where: ErrorPlace,
): FabricError {
  const kind = keyNamed(key as PluginKeyName).kind;
  const names = (registry[kind] ?? []).map((plugin) => plugin.name).join(", ");
  const finished = registry.tables?.find(isFinished);
  return new FabricError({
    code: "E_SCENARIO_MISSING_KEY",
    message: `The scenario has no ${key}.`,
    where,
    got: "nothing",
    expected: `${key}: one of ${names}`,
    hint: `Add a line \`${key}: …\`.${key === "routing" && finished !== undefined ? ` Or name finished tables: \`tables: { kind: ${finished.name}, … }\`.` : ""}`,
  });
}
