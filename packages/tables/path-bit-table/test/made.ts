import { pathBits } from "@fabriclab/addressing-path-bits";
import { multipath } from "@fabriclab/routing-multipath";
import {
  parseOptions,
  type Fabric,
  type ForwardingTables,
  type MultipathPlan,
  type PathBits,
  type RoutingRule,
  type TablesContext,
} from "@fabriclab/spec";
import { pathBitTable } from "../src/index.ts";

export interface MadeOptions {
  readonly addressing?: object;
  readonly routing?: object;
  readonly tables?: object;
}

export interface Made {
  readonly context: TablesContext;
  readonly pathBits: PathBits;
  readonly tables: ForwardingTables;
  readonly plan: MultipathPlan;
}

/** Multipath of a fabric; every cycle has a bit (mode wide) unless told otherwise. */
export function made(fabric: Fabric, options: MadeOptions = {}): Made {
  const lids = pathBits.assign(
    fabric,
    parseOptions(pathBits, options.addressing ?? { mode: "wide" }),
  );
  const routing = multipath.create(
    { fabric, lids },
    parseOptions(multipath, options.routing ?? {}),
  ) as RoutingRule;
  const context = {
    fabric,
    lids,
    routing,
    routingName: "multipath",
    groups: [],
  };
  const tables = pathBitTable.build(
    context,
    parseOptions(pathBitTable, options.tables ?? {}),
  );
  return {
    context,
    pathBits: routing.pathBits!,
    tables,
    plan: tables.multipath!,
  };
}

/** Figures of the report's first table. */
export function figures(
  tables: ForwardingTables,
  ...names: readonly string[]
): number[] {
  const { rows } = tables.report!().tables[0]!;
  return names.map((name) =>
    Number(rows.find(([key]) => String(key).trim() === name)?.[1]),
  );
}
