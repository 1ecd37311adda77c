import {
  components,
  hostEndports,
  type DependencyGraph,
} from "@fabriclab/paths";
import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { closingDestinations } from "./closing-destinations.ts";
import { roleTable, type RoleTable } from "./role-table.ts";
import { MOST_PAIRS, PairCounts } from "./pair-counts.ts";
import { PairPaths, type Pair } from "./pair-paths.ts";
import { reachedBy, type Reached } from "./reached.ts";
import type { Remedies } from "./remedy.ts";
import { effective, type LoopTraffic } from "./traffic.ts";

/** What the searches for remedies of unicast loops share. */
export interface Search {
  readonly fabric: Fabric;
  readonly tables: ForwardingTables;
  readonly options: LoopTraffic;
  readonly reached: Reached;
  readonly roles: RoleTable;
  readonly counts: PairCounts;
  /** Destinations that have a part in cycles: graphs need not be built anew for the others. */
  readonly destinations: readonly EndportIx[];
  /** Pairs without which no cycle is left; undefined where they are too many to go on with. */
  readonly closing: readonly Pair[] | undefined;
  /** Why they are undefined. */
  readonly tooMany: string;
  /** Where a search that gave up is noted. */
  readonly untried: Remedies["untried"][number][];
}

/** @param graph that of the unicast traffic */
export function startSearch(
  fabric: Fabric,
  tables: ForwardingTables,
  options: LoopTraffic,
  roles: (endport: EndportIx) => string,
  graph: DependencyGraph,
): Search {
  const endports = options.endports ?? hostEndports(fabric, tables);
  const acting = effective(tables, options);
  const closers = closingDestinations(
    fabric,
    acting,
    endports,
    components(graph).cyclic,
  );
  const counts = new PairCounts(
    new PairPaths(fabric, acting, endports, closers),
    graph,
  );
  return {
    fabric,
    tables,
    options,
    reached: reachedBy(fabric, tables, endports),
    roles: roleTable(endports, roles),
    counts,
    closing: counts.closingPairs(),
    tooMany: `more than ${MOST_PAIRS} pairs would have to go`,
    untried: [],
    destinations: closers.flatMap((place) => endports[place] ?? []),
  };
}
