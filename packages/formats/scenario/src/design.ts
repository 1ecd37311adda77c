import { DEFAULT_PLUGINS, FabricError } from "@fabriclab/spec";
import { designKeys, type PluginKeyName } from "./keys.ts";
import { deepest, plain, show, type Located } from "./located.ts";
import { isFinished } from "./fits-key.ts";
import type { PlacedUse } from "./use.ts";

/** How a scenario comes by its tables: `tables` and the four others, or finished tables alone. */
export interface Design {
  /** Builder of unicast tables, or what reads finished ones. */
  readonly tables: PlacedUse;
  /** Absent with finished tables, like the three below. */
  readonly addressing?: PlacedUse;
  readonly routing?: PlacedUse;
  readonly multicast?: PlacedUse;
  /** Absent also where neither the scenario nor the routing asks for lane tables. */
  readonly lanes?: PlacedUse;
}

/**
 * Reads the keys that tables are made from.
 *
 * @param use reads the plugin under a key, or the named default
 * @throws FabricError `E_SCENARIO_FINISHED_TABLES` for a key that finished tables make idle; else what `use` throws
 */
export function readDesign(
  root: Located,
  use: (key: PluginKeyName, fallback?: string) => PlacedUse,
): Design {
  const written =
    deepest(root, ["tables"]).depth === 1 ? use("tables") : undefined;
  if (written !== undefined && isFinished(written.plugin)) {
    for (const key of designKeys) {
      const node = deepest(root, [key]);
      if (node.depth === 0) continue;
      throw new FabricError({
        code: "E_SCENARIO_FINISHED_TABLES",
        message: `The tables are finished (${written.plugin.name}), so nothing is left for ${key} to decide.`,
        where: node.key,
        got: `${key}: ${show(plain(node.value))}`,
        expected: "either tables that are read, or plugins that make them",
        hint: `leave out ${key} (on a command line: --set ${key}=null), or name another kind of tables`,
      });
    }
    return { tables: written };
  }
  const routing = use("routing");
  const wanted = routing.plugin as {
    defaultAddressing?: string;
    defaultTables?: string;
    defaultLanes?: string;
  };
  const lanes =
    deepest(root, ["lanes"]).depth === 1 || wanted.defaultLanes !== undefined;
  return {
    tables:
      written ?? use("tables", wanted.defaultTables ?? DEFAULT_PLUGINS.tables),
    routing,
    addressing: use(
      "addressing",
      wanted.defaultAddressing ?? DEFAULT_PLUGINS.addressing,
    ),
    multicast: use("multicast", DEFAULT_PLUGINS.multicast),
    ...(lanes ? { lanes: use("lanes", wanted.defaultLanes) } : {}),
  };
}
