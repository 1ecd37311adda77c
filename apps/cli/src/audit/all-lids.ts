import {
  channelDependencies,
  cyclicComponents,
  LidTree,
  PathClasses,
  plainVertices,
  switchPlanes,
  vertexName,
  WALK_ENDS,
} from "@fabriclab/paths";
import {
  endportName,
  type Fabric,
  type ForwardingTables,
} from "@fabriclab/spec";
import type { EndportIx, Lid } from "@fabriclab/units";
import type { AuditReport } from "./report.ts";

/** Failures and loops that a report names. */
const EXAMPLES = 3;
const DELIVERED = WALK_ENDS.indexOf("delivered");
const LOOP = WALK_ENDS.indexOf("loop");

/** How many LIDs the endpoints own, and how many of them some endpoint uses as the path LID, so that the audit follows them. */
export function lidsFollowed(
  fabric: Fabric,
  tables: ForwardingTables,
  endports: readonly EndportIx[],
): AuditReport["lids"] {
  let owned = 0;
  for (const endport of endports) owned += lidsOf(tables, endport).length;
  if (owned === endports.length) return { owned, followed: owned };
  const classes = new PathClasses(fabric, tables, endports);
  let followed = 0;
  for (const destination of endports) {
    classes.load(destination);
    const used = new Set<number>();
    for (let group = 0; group < classes.count; group++)
      used.add(classes.lid(group));
    followed += used.size;
  }
  return { owned, followed };
}

/**
 * What becomes of packets for every LID of every endpoint, from every endpoint: whether they arrive, and whether all of them together can wait for each
 * other in a cycle. Each pair uses the SL of its path. Endpoints that no cables join with a LID's owner, as those of another plane, have no way to it.
 *
 * SL2VL entries that discard packets are left out of account where it is asked whether they arrive. Complexity: O(LIDs · (switches · lanes + switches with endpoints)).
 */
export function auditAllLids(
  fabric: Fabric,
  tables: ForwardingTables,
  endports: readonly EndportIx[],
  onProgress: (done: number, total: number) => void,
): NonNullable<AuditReport["allLids"]> {
  const tree = new LidTree(fabric, tables);
  const entering = new Int32Array(fabric.switchCount);
  const { entry } = new PathClasses(fabric, tables, endports);
  for (const sw of entry) if (sw >= 0) entering[sw] = (entering[sw] ?? 0) + 1;
  const { of: part } = switchPlanes(fabric);
  const failed: { lid: number; owner: string; pairs: number }[] = [];
  let unreachable = 0;
  let looping = 0;
  let badLids = 0;
  for (const [place, destination] of endports.entries())
    for (const lid of lidsOf(tables, destination)) {
      tree.load(lid);
      let pairs = 0;
      let round = 0;
      for (let sw = 0; sw < fabric.switchCount; sw++) {
        if (part[sw] !== part[entry[place] ?? -1]) continue;
        if (tree.end[sw] === DELIVERED) continue;
        const sources = (entering[sw] ?? 0) - (entry[place] === sw ? 1 : 0);
        pairs += sources;
        if (tree.end[sw] === LOOP) round += sources;
      }
      if (pairs === 0) continue;
      unreachable += pairs;
      looping += round;
      badLids += 1;
      if (failed.length < EXAMPLES)
        failed.push({ lid, owner: endportName(fabric, destination), pairs });
    }
  const graph = channelDependencies(fabric, tables, {
    endports,
    lidsOf: (destination) => lidsOf(tables, destination),
    onProgress,
  });
  const loops = cyclicComponents(graph);
  return {
    unreachable,
    looping,
    badLids,
    examples: failed,
    creditLoops: loops.map(({ vertices, cycle }) => ({
      channels: plainVertices(graph, vertices).length,
      cycle: plainVertices(graph, cycle).map((vertex) =>
        vertexName(fabric, graph, vertex),
      ),
    })),
  };
}

function lidsOf(
  { lids }: ForwardingTables,
  endport: EndportIx,
): readonly Lid[] {
  const base = lids.baseLid[endport] ?? 0;
  const count = 2 ** (lids.lmc[endport] ?? 0);
  const owned: Lid[] = [];
  for (let lid = base; base > 0 && lid < base + count; lid++)
    if (lids.owner[lid] === endport) owned.push(lid as Lid);
  return owned;
}
