import { defaultOf } from "./defaults.ts";
import {
  linkKeys,
  measureKeys,
  pluginKeys,
  topKeys,
  type PluginKey,
} from "./keys.ts";
import { deepest, located, plain, splitPath, type Located } from "./located.ts";
import type { Registry } from "./registry.ts";

interface Listed {
  readonly registry: Registry;
  readonly keys: readonly string[];
  readonly paths: readonly string[];
}

/** Root -> its paths. A sweep asks for those of one root at each point. */
const listed = new WeakMap<Located, Listed>();

/**
 * Every path that an override may name in this scenario: its top keys, and the parameters of the plugins that it names.
 */
export function overridable(
  root: Located,
  registry: Registry,
  keys: readonly string[] = topKeys,
): readonly string[] {
  const last = listed.get(root);
  if (last?.registry === registry && last.keys === keys) return last.paths;
  const paths = pathsOf(root, registry, keys);
  listed.set(root, { registry, keys, paths });
  return paths;
}

function pathsOf(
  root: Located,
  registry: Registry,
  keys: readonly string[],
): string[] {
  const paths = [...keys];
  for (const key of keys.includes("link") ? Object.keys(linkKeys.shape) : [])
    paths.push(`link.${key}`);
  // Why not `offered.load`: where nothing is offered together, a load is that of an entry.
  if (keys.includes("offered")) paths.push("offered.mix");
  for (const key of keys.includes("measure")
    ? Object.keys(measureKeys.shape)
    : []) {
    paths.push(`measure.${key}`);
  }
  const params = (
    node: Located,
    { kind, makes }: PluginKey,
    path: string,
    into: string[] = paths,
  ): void => {
    const name = plain(
      node.type === "map" ? (node.entries.get("kind")?.value ?? node) : node,
    );
    const plugin = registry[kind]?.find(
      (one) => one.name === name || one.name === `${makes}-${String(name)}`,
    );
    for (const key of Object.keys((plugin?.params.shape ?? {}) as object)) {
      into.push(`${path}.${key}`);
    }
  };
  /** Parameters of the addressing and the lanes that come with the routing. */
  const unasked: string[] = [];
  for (const entry of pluginKeys as readonly PluginKey[]) {
    const { key, many } = entry;
    if (!keys.includes(key)) continue;
    const found = deepest(root, [key]);
    if (found.depth === 0) {
      const name = many ? undefined : defaultOf(root, entry, registry);
      const comesAlong = key === "addressing" || key === "lanes";
      if (name !== undefined)
        params(located(name, {}), entry, key, comesAlong ? unasked : paths);
    } else if (found.value.type === "list") {
      found.value.items.forEach((item, i) =>
        params(item, entry, `${key}[${i}]`),
      );
    } else params(found.value, entry, many ? `${key}[0]` : key);
  }
  // Finished tables, which have no routing, leave nothing for these to decide.
  if (deepest(root, ["routing"]).depth === 0) return paths;
  // Why not all: the `order` of a trace stays that of the traffic, though `sequential`, of which the scenario says nothing, has one, too.
  const known = new Set(paths.map(lastOf));
  return [...paths, ...unasked.filter((path) => !known.has(lastOf(path)))];
}

const lastOf = (path: string): string => String(splitPath(path).at(-1));
