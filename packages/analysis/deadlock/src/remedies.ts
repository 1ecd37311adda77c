import { hostEndports, type DependencyGraph } from "@fabriclab/paths";
import {
  FabricError,
  type Fabric,
  type ForwardingTables,
} from "@fabriclab/spec";
import type { EndportIx, SwitchIx } from "@fabriclab/units";
import { leaveOutPairs } from "./leave-out-pairs.ts";
import { leaveOutEndports } from "./leave-out.ts";
import {
  keptSl,
  moreLanes,
  moreLanesForBoth,
  multicastOnFree,
} from "./new-lanes.ts";
import { reachedBy, type Reached } from "./reached.ts";
import type {
  CandidateEngine,
  Remedies,
  Remedy,
  RemedyOptions,
} from "./remedy.ts";
import { roleOf, leafRanks } from "./roles.ts";
import { startSearch, type Search } from "./search.ts";
import { isDeadlockFree, type LoopTraffic } from "./traffic.ts";
import { candidateRoots, UpDown } from "./up-down.ts";

type Untried = Search["untried"];

/** Data VLs that most InfiniBand switches have. */
const DATA_LANES = 8;

/**
 * What would free tables of all credit loops, each verified by building the dependency graph anew, with what it costs in reachability.
 *
 * @param graph that of the traffic
 * Complexity: several times that of `channelDependencies`.
 */
export function remediesFor(
  fabric: Fabric,
  tables: ForwardingTables,
  asked: LoopTraffic & { readonly roles?: (endport: EndportIx) => string },
  { engines = [], dataLanes = DATA_LANES }: RemedyOptions,
  graph: DependencyGraph,
): Remedies {
  // Both are unicast alone where there is no multicast.
  const options =
    asked.traffic === "both" && (tables.multicast?.mlidCount ?? 0) === 0
      ? ({ ...asked, traffic: "unicast" } as const)
      : asked;
  const { traffic = "unicast" } = options;
  const untried: Untried = [];
  const found: Remedy[] = [];
  let reached: Reached | undefined;
  if (traffic === "unicast") {
    const roles = options.roles ?? roleOf(fabric);
    const search = startSearch(fabric, tables, options, roles, graph);
    ({ reached } = search);
    found.push(...leaveOutEndports(search));
    if (search.roles.size > 1) found.push(...leaveOutPairs(search));
    found.push(...otherRoots(fabric, reached));
    found.push(...moreLanes(search, dataLanes, keptSl(tables, options)));
    untried.push(...search.untried);
  } else if (
    traffic === "both" &&
    !isDeadlockFree(fabric, tables, { ...options, traffic: "unicast" })
  ) {
    found.push(
      ...moreLanesForBoth(fabric, tables, options, dataLanes, untried),
    );
  } else
    found.push(...multicastOnFree(fabric, tables, options, dataLanes, untried));
  if (engines.length > 0)
    reached ??= reachedBy(
      fabric,
      tables,
      options.endports ?? hostEndports(fabric, tables),
    );
  for (const engine of engines)
    if (reached !== undefined)
      found.push(...otherEngine(fabric, options, reached, engine, untried));
  const order = (a: Remedy, b: Remedy): number =>
    a.pairsLost - b.pairsLost ||
    (a.lanes ?? 0) - (b.lanes ?? 0) ||
    (a.pairsMoved ?? 0) - (b.pairsMoved ?? 0);
  return { found: found.sort(order), untried };
}

function otherRoots(fabric: Fabric, reached: Reached): Remedy[] {
  const remedies: Remedy[] = [];
  for (const roots of candidateRoots(fabric, leafRanks(fabric))) {
    const rule = new UpDown(fabric, roots);
    if (!rule.isAcyclic()) continue;
    remedies.push({
      kind: "other-roots",
      text: `up/down routing from ${rootNames(fabric, roots)}`,
      pairsLost: reached.lostIn(rule.reached(reached.endports)),
      roots,
    });
  }
  return remedies;
}

function rootNames(fabric: Fabric, roots: readonly SwitchIx[]): string {
  const names = roots.slice(0, 3).map((sw) => fabric.nodeName[sw] ?? "?");
  const more = roots.length - names.length;
  return more > 0 ? `${names.join(", ")} and ${more} more` : names.join(", ");
}

function otherEngine(
  fabric: Fabric,
  options: LoopTraffic,
  reached: Reached,
  engine: CandidateEngine,
  untried: Untried,
): Remedy[] {
  let tables: ForwardingTables;
  try {
    tables = engine.tables();
  } catch (error) {
    if (!FabricError.is(error)) throw error;
    untried.push({
      kind: "other-engine",
      why: `${engine.name}: ${error.message}`,
    });
    return [];
  }
  if (!isDeadlockFree(fabric, tables, options)) return [];
  return [
    {
      kind: "other-engine",
      text: `tables of ${engine.name}`,
      pairsLost: reached.lostIn(reachedBy(fabric, tables, reached.endports)),
      engine: engine.name,
      lanes: Math.max(1, tables.lanes),
      tables: () => tables,
    },
  ];
}
