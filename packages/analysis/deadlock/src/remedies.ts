import { hostEndports } from "@fabriclab/paths";
import {
  FabricError,
  type Fabric,
  type ForwardingTables,
} from "@fabriclab/spec";
import type { EndportIx, SwitchIx } from "@fabriclab/units";
import { addLayers } from "./layers.ts";
import { leaveOutPairs } from "./leave-out-pairs.ts";
import { leaveOutEndports, roleTable, type Untried } from "./leave-out.ts";
import { multicastLanes } from "./multicast-lanes.ts";
import { reachedBy, type Reached } from "./reached.ts";
import type {
  CandidateEngine,
  Remedies,
  Remedy,
  RemedyOptions,
} from "./remedy.ts";
import { roleOf, leafRanks } from "./roles.ts";
import { effective, isDeadlockFree, type LoopTraffic } from "./traffic.ts";
import { candidateRoots, UpDown } from "./up-down.ts";

/** Data VLs that most InfiniBand switches have. */
const DATA_LANES = 8;

/**
 * What would free tables of all credit loops, each verified by building the dependency graph anew, with what it costs in reachability.
 *
 * Complexity: several times that of `channelDependencies`; the searches for endports, role pairs and new VLs take O(edges in cyclic components) for every
 * cycle that they break.
 */
export function remediesFor(
  fabric: Fabric,
  tables: ForwardingTables,
  options: LoopTraffic & { readonly roles?: (endport: EndportIx) => string },
  { engines = [], dataLanes = DATA_LANES }: RemedyOptions,
): Remedies {
  const { traffic = "unicast" } = options;
  const endports = options.endports ?? hostEndports(fabric, tables);
  const reached = reachedBy(fabric, tables, endports);
  const untried: Untried = [];
  const found: Remedy[] = [];
  const spare = dataLanes - Math.max(1, effective(tables, options).lanes);
  if (traffic === "unicast") {
    const roles = roleTable(endports, options.roles ?? roleOf(fabric));
    const given = [fabric, tables, options, reached, roles, untried] as const;
    found.push(...leaveOutEndports(...given));
    if (roles.size > 1) found.push(...leaveOutPairs(...given));
    found.push(...otherRoots(fabric, reached));
    if (spare > 0) found.push(...moreLanes(fabric, tables, options, spare));
    else
      untried.push({
        kind: "more-lanes",
        why: `the tables use all ${dataLanes} data VLs`,
      });
  } else {
    found.push(
      ...multicastLanes(
        fabric,
        tables,
        options,
        traffic === "both" ? spare : dataLanes,
      ),
    );
  }
  for (const engine of engines)
    found.push(...otherEngine(fabric, options, reached, engine, untried));
  const order = (a: Remedy, b: Remedy): number =>
    a.pairsLost - b.pairsLost ||
    (a.lanes ?? 0) - (b.lanes ?? 0) ||
    (a.pairsMoved ?? 0) - (b.pairsMoved ?? 0);
  return { found: found.sort(order), untried };
}

function moreLanes(
  fabric: Fabric,
  tables: ForwardingTables,
  options: LoopTraffic,
  spare: number,
): Remedy[] {
  const layers = addLayers(
    fabric,
    effective(tables, options),
    options.endports,
    spare,
  );
  if (
    layers === undefined ||
    !isDeadlockFree(fabric, layers.tables, { ...options, slIgnored: false })
  )
    return [];
  const { added, moved, tables: made } = layers;
  return [
    {
      kind: "more-lanes",
      text: `${added === 1 ? "one more VL" : `${added} more VLs`}, with ${moved} pairs on ${added === 1 ? "it" : "them"}`,
      pairsLost: 0,
      lanes: made.lanes,
      pairsMoved: moved,
      tables: () => made,
    },
  ];
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
