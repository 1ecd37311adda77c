import { namesEntry } from "./entry-keys.ts";
import { fitsKey } from "./fits-key.ts";
import { pluginKeys, type PluginKey, type PluginKeyName } from "./keys.ts";
import { type Located, deepest, located, splitPath } from "./located.ts";
import type { Override } from "./override.ts";
import { applyOverrides } from "./overrides.ts";
import type { KeptParts, ParsedScenario } from "./parsed.ts";
import type { Registry } from "./registry.ts";
import { readUse, type PlacedUse, type UseRequest } from "./use.ts";

export interface PlacedTraffic extends PlacedUse {
  /** What results and messages call the entry; absent where the scenario gives it no name. */
  readonly name?: string;
  readonly pattern?: PlacedUse;
}

export interface ReadOptions {
  /** Name for messages, and for the experiment that has none. Default `scenario`. */
  readonly file?: string;
  readonly registry: Registry;
  readonly overrides?: readonly Override[];
  /** The text, read before: for many scenarios that differ in their overrides. */
  readonly parsed?: ParsedScenario;
  /** Let a section `sweep` stand; it is read by `readSweep`. */
  readonly sweep?: boolean;
}

/** How the plugin under a key is read: `finished` where tables that exist already will do, too. */
export function requestOf(
  name: PluginKeyName,
  registry: Registry,
  finished = false,
): UseRequest {
  const key = keyNamed(name);
  const { makes } = key;
  return {
    registry,
    kind: key.kind,
    ...(name === "traffic"
      ? { besides: (plugin) => (namesEntry(plugin) ? ["name"] : []) }
      : {}),
    ...(makes === undefined
      ? {}
      : {
          fits: (plugin) => fitsKey(plugin, key, finished),
          alias: (short) => `${makes}-${short}`,
        }),
  };
}

/**
 * Reads a few of a scenario's plugins without a file: what a command line names, and its overrides.
 *
 * @param parts key -> plugin name
 * @throws FabricError as `readScenario`
 */
export function readParts<K extends PluginKeyName>(
  parts: Readonly<Record<K, string>>,
  options: Omit<ReadOptions, "file">,
): Record<K, PlacedUse> {
  const { registry, overrides = [] } = options;
  const keys = Object.keys(parts) as K[];
  const root = applyOverrides(located(parts, {}), overrides, registry, keys);
  // Why null for what an override leaves out: no file is there to say anything else.
  const nodeOf = (key: K): Located => {
    const { value, leftOut } = deepest(root, [key]);
    return leftOut === undefined ? value : located(null, leftOut);
  };
  return Object.fromEntries(
    keys.map((key) => [
      key,
      readUse(nodeOf(key), root, requestOf(key, registry)),
    ]),
  ) as Record<K, PlacedUse>;
}

/** Resolves a traffic's `pattern` option, where its plugin has one, into the pattern that it names. */
export function withPattern(
  traffic: PlacedUse,
  root: Located,
  registry: Registry,
  kept: KeptParts,
): PlacedTraffic {
  if (!("pattern" in traffic.plugin.params.shape)) return traffic;
  const value = traffic.options["pattern"];
  if (value === undefined) return traffic;
  const path = `${traffic.at.path ?? "traffic"}.pattern`;
  const written = deepest(root, splitPath(path));
  const node =
    written.depth === splitPath(path).length
      ? written.value
      : located(value, { ...traffic.at, path });
  return {
    ...traffic,
    pattern: kept.of(node, "pattern", () =>
      readUse(node, root, { registry, kind: "pattern" }),
    ),
  };
}

/** What is known of a key. */
export const keyNamed = (name: PluginKeyName): PluginKey =>
  pluginKeys.find(({ key }) => key === name) as PluginKey;
