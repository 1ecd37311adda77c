import {
  FabricError,
  type ErrorPlace,
  type Params,
  type Plugin,
  type PluginKind,
} from "@fabriclab/spec";
import { nearest } from "@fabriclab/units";
import { pluginKeys, type PluginKey } from "./keys.ts";

/** A plugin of any family, as a registry holds it. */
export type AnyPlugin = Plugin<PluginKind, Params, unknown>;

/** The plugins that a scenario may name, by family. A plain value that the caller composes: nothing registers itself. */
export type Registry = Readonly<
  Partial<Record<PluginKind, readonly AnyPlugin[]>>
>;

/** What a family is called when a person is told about it. */
export const familyTitle: Readonly<Record<PluginKind, string>> = {
  topology: "topology",
  addressing: "addressing",
  routing: "routing",
  tables: "table builder",
  switch: "switch model",
  arbiter: "arbiter",
  "lane-scheduler": "lane scheduler",
  replication: "replication policy",
  drop: "drop policy",
  select: "port selection",
  hca: "host adapter",
  traffic: "traffic",
  pattern: "traffic pattern",
  metric: "metric",
};

/** One of a family, for sentences: `an arbiter`, `a switch model`. */
export const aFamily = (kind: PluginKind): string =>
  `${/^[aeiou]/.test(familyTitle[kind]) ? "an" : "a"} ${familyTitle[kind]}`;

/**
 * The name of the plugin that a mistyped word most probably means. Builders of tables are known by a short name, too, `union` of `multicast-union`: that is found, and a slip in it where no whole name is near.
 */
function nearestPlugin(
  word: string,
  names: readonly string[],
): string | undefined {
  const short = new Map(
    names
      .filter((name) => name.startsWith("multicast-"))
      .map((name) => [name.replace("multicast-", ""), name]),
  );
  return (
    short.get(word) ??
    nearest(word, names) ??
    short.get(nearest(word, [...short.keys()]) ?? "")
  );
}

/**
 * The plugin of a family by its name.
 *
 * @throws FabricError (`code`, by default `E_SCENARIO_UNKNOWN_PLUGIN`) that lists the family and names the nearest
 */
export function findPlugin(
  registry: Registry,
  kind: PluginKind,
  name: string,
  where: ErrorPlace = {},
  code: `E_${string}` = "E_SCENARIO_UNKNOWN_PLUGIN",
): AnyPlugin {
  const family = registry[kind] ?? [];
  const found = family.find((plugin) => plugin.name === name);
  if (found !== undefined) return found;
  const names = family.map((plugin) => plugin.name);
  const close = nearestPlugin(name, names);
  const elsewhere = Object.entries(registry).find(([, plugins]) =>
    plugins.some((plugin) => plugin.name === name),
  )?.[0];
  const several = listed(kind, name, names);
  const hint =
    several !== undefined
      ? `several are written as a list: ${listIn(where, several)}`
      : close !== undefined
        ? `did you mean ${close}?`
        : elsewhere !== undefined
          ? `${name} is of the family ${elsewhere}`
          : "a plugin of your own is added with --plugin <module>";
  // Why in quotes: an empty name, or one with blanks around it, would not be seen.
  const written = /^\S+( \S+)*$/.test(name) ? name : JSON.stringify(name);
  throw new FabricError({
    code,
    message: `There is no ${familyTitle[kind]} called ${written}.`,
    where,
    got: written,
    expected:
      names.length === 0
        ? `${aFamily(kind)} (none is installed)`
        : names.join(", "),
    hint,
  });
}

/** A list as it stands in a file, or behind the flag that it was given by. */
function listIn(where: ErrorPlace, names: readonly string[]): string {
  const list = `[${names.join(", ")}]`;
  const key = /^--set ([^=]+)=/.exec(where.file ?? "")?.[1];
  return key === undefined ? list : `--set '${key}=${list}'`;
}

/** The plugins of a text such as `latency, throughput`, where a list of them may stand. */
function listed(
  kind: PluginKind,
  text: string,
  names: readonly string[],
): string[] | undefined {
  const takesList = (pluginKeys as readonly PluginKey[]).some(
    (one) => one.kind === kind && one.many,
  );
  const words = text.split(/[\s,;]+/).filter((word) => word !== "");
  return takesList &&
    words.length > 1 &&
    words.every((word) => names.includes(word))
    ? words
    : undefined;
}

/**
 * A registry with more plugins; a later one of the same family and name replaces an earlier.
 */
export function extendRegistry(
  registry: Registry,
  plugins: readonly AnyPlugin[],
): Registry {
  const extended: Partial<Record<PluginKind, AnyPlugin[]>> = {};
  for (const [kind, family] of Object.entries(registry)) {
    extended[kind as PluginKind] = [...family];
  }
  for (const plugin of plugins) {
    const family = (extended[plugin.kind] ??= []);
    const at = family.findIndex((other) => other.name === plugin.name);
    if (at >= 0) family.splice(at, 1, plugin);
    else family.push(plugin);
  }
  return extended;
}
