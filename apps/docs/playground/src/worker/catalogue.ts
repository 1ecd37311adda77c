import {
  describeParams,
  extendRegistry,
  fitsKey,
  pluginKeys,
  type AnyPlugin,
  type PluginKey,
  type Registry,
} from "@fabriclab/formats-scenario";
// Why by its path: the command's build needs the playground's, so the packages cannot need each other.
import { builtInPlugins } from "../../../../cli/src/plugin-packages.ts";
import type { Catalogue, PluginInfo } from "../shared/protocol.ts";
import { openedTables, openedTopology } from "./uploads.ts";

/** Every plugin that comes with the command, and fabrics that were opened here. */
export const registry: Registry = extendRegistry({}, [
  ...builtInPlugins(),
  openedTopology as unknown as AnyPlugin,
  openedTables as unknown as AnyPlugin,
]);

const infoOf = (plugin: AnyPlugin): PluginInfo => ({
  name: plugin.name,
  summary: plugin.summary,
  parameters: describeParams(plugin.params).map(
    ({ name, type, byDefault, required, doc }) => ({
      name,
      type,
      required,
      doc,
      ...(byDefault === undefined ? {} : { byDefault }),
    }),
  ),
});

/** What may stand under each key of a scenario, and under `pattern` of a traffic. */
export function catalogue(): Catalogue {
  const found: Record<string, PluginInfo[]> = {};
  for (const key of pluginKeys as readonly PluginKey[])
    found[key.key] = (registry[key.kind] ?? [])
      .filter((plugin) => fitsKey(plugin, key, false))
      .map(infoOf);
  found["pattern"] = (registry.pattern ?? []).map(infoOf);
  return found;
}
