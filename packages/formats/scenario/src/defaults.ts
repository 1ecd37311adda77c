import {
  DEFAULT_PLUGINS,
  type RoutingPlugin,
  type SwitchPlugin,
} from "@fabriclab/spec";
import type { PluginKey } from "./keys.ts";
import { type Located, deepest, plain } from "./located.ts";
import type { Registry } from "./registry.ts";

/** What a routing or a switch says goes with it. */
type Defaults = Pick<
  RoutingPlugin,
  "defaultAddressing" | "defaultTables" | "defaultLanes"
> &
  Pick<SwitchPlugin, "defaultLaneScheduler">;

/** The plugin that a key stands for where it is left out. */
export function defaultOf(
  root: Located,
  { key, byDefault }: PluginKey,
  registry: Registry,
): string | undefined {
  const routing = pluginOf(root, "routing", registry);
  if (key === "addressing")
    return routing?.defaultAddressing ?? DEFAULT_PLUGINS.addressing;
  if (key === "tables") return routing?.defaultTables ?? DEFAULT_PLUGINS.tables;
  if (key === "lanes") return routing?.defaultLanes;
  if (key !== "laneScheduler") return byDefault;
  const model = pluginOf(root, "switch", registry);
  return model?.defaultLaneScheduler ?? DEFAULT_PLUGINS.laneScheduler;
}

/** The plugin that the scenario names under a key whose plugin says what goes with it. */
function pluginOf(
  root: Located,
  key: "routing" | "switch",
  registry: Registry,
): Defaults | undefined {
  const { value } = deepest(root, [key]);
  const name = plain(
    value.type === "map" ? (value.entries.get("kind")?.value ?? value) : value,
  );
  const found = registry[key]?.find((one) => one.name === name);
  return found as unknown as Defaults | undefined;
}
