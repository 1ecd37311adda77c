import type { Registry } from "@fabriclab/formats-scenario";
import type {
  Fabric,
  ForwardingTables,
  LidTable,
  TablesProgress,
} from "@fabriclab/spec";
import { computeTables, tablePartsOf } from "./computed-tables.ts";
import type { TableFlags } from "./table-flags.ts";
import type { Context } from "./context.ts";

/**
 * Tables by a routing whose options are given as values, besides those of `--set`.
 *
 * @param kept for `--lids keep`
 * @param onProgress told how far the routing is
 * @throws FabricError what the plugins refuse
 */
export function routedTables(
  registry: Registry,
  fabric: Fabric,
  flags: TableFlags,
  options: Readonly<Record<string, unknown>>,
  kept: LidTable | undefined,
  onProgress?: TablesProgress,
): ForwardingTables {
  // Nothing but the registry is looked at.
  const parts = tablePartsOf({ registry } as Context, flags);
  const routing = {
    ...parts.routing,
    options: Object.assign({}, parts.routing.options, options),
  };
  return computeTables(
    fabric,
    { ...parts, routing },
    [],
    flags,
    kept,
    onProgress,
  );
}
