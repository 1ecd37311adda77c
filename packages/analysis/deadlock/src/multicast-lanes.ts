import { MulticastFlow, multicastSources } from "@fabriclab/paths";
import type {
  Fabric,
  ForwardingTables,
  MulticastTables,
} from "@fabriclab/spec";
import type { EndportIx, Mlid } from "@fabriclab/units";
import { AcyclicOrder } from "./acyclic-order.ts";
import { withOwnLanes, type OwnLane } from "./own-lanes.ts";
import type { Remedy } from "./remedy.ts";
import {
  effective,
  isDeadlockFree,
  onOneLane,
  type LoopTraffic,
} from "./traffic.ts";

/**
 * Multicast on VLs of its own: all MLIDs on one where that suffices, else each on the first VL on which it closes no cycle. Where unicast is looked at
 * too it keeps its VLs, on which it must be free of loops by itself: the caller sees to that.
 *
 * @param free VLs that may be used
 * @param unicastLanes VLs that stay with unicast, for the sum
 */
export function multicastLanes(
  fabric: Fabric,
  tables: ForwardingTables,
  options: LoopTraffic,
  free: readonly OwnLane[],
  unicastLanes: number,
): Remedy[] {
  const { multicast } = tables;
  const { traffic = "unicast" } = options;
  if (multicast === undefined || traffic === "unicast" || free.length === 0)
    return [];
  const alone = { ...options, traffic: "multicast", slIgnored: true } as const;
  const layers = isDeadlockFree(fabric, tables, alone)
    ? [[...multicastSources(multicast).keys()]]
    : // Why not when copies go at once: a tree of several sources has loops of its own, and no VL helps.
      options.synchronous === true
      ? undefined
      : layersOf(fabric, tables, multicast, free.length);
  if (layers === undefined) return [];
  const plan = layers.flatMap((mlids, layer) => {
    const lane = free[layer];
    return lane === undefined ? [] : [{ ...lane, mlids }];
  });
  const made = withOwnLanes(fabric, effective(tables, options), plan);
  if (!plan.every((part) => isFree(fabric, made, options, part))) return [];
  return [
    {
      kind: "multicast-lanes",
      text: `multicast on ${plan.length === 1 ? "a VL" : `${plan.length} VLs`} of its own: ${plan.map((part) => partText(part, plan.length)).join("; ")}`,
      pairsLost: 0,
      lanes: unicastLanes + plan.length,
      plan,
      tables: () => made,
    },
  ];
}

/** MLIDs that a text names of each VL; the plan has all. */
const NAMED = 2;

function partText(
  { mlids, sl, vl }: OwnLane & { readonly mlids: readonly Mlid[] },
  parts: number,
): string {
  const named = mlids
    .slice(0, NAMED)
    .map((mlid) => `0x${mlid.toString(16)}`)
    .join(", ");
  const more = mlids.length - NAMED;
  const who =
    parts === 1 ? "" : `${named}${more > 0 ? ` and ${more} more` : ""} on `;
  return `${who}SL ${sl}, VL ${vl}`;
}

/** Whether the MLIDs of one VL are free of loops there, with unicast where that is looked at. */
function isFree(
  fabric: Fabric,
  made: ForwardingTables,
  options: LoopTraffic,
  { mlids, sl }: OwnLane & { readonly mlids: readonly Mlid[] },
): boolean {
  const { multicast } = made;
  if (multicast === undefined) return false;
  const here = new Set(mlids);
  const only = (source: EndportIx, group: number): readonly Mlid[] =>
    multicast.mlids(source, group).filter((mlid) => here.has(mlid));
  return isDeadlockFree(
    fabric,
    { ...made, multicast: { ...multicast, mlids: only } },
    { ...options, slIgnored: false, multicastSl: sl },
  );
}

/** MLIDs of each VL where all find room without a cycle; undefined where `most` are too few or an MLID has a cycle by itself. */
function layersOf(
  fabric: Fabric,
  tables: ForwardingTables,
  multicast: MulticastTables,
  most: number,
): Mlid[][] | undefined {
  const flow = new MulticastFlow(fabric, onOneLane(tables), multicast, 0);
  const layers: { order: AcyclicOrder; mlids: Mlid[] }[] = [];
  for (const [mlid, sources] of multicastSources(multicast)) {
    flow.load(mlid);
    const seen = new Set(sources.flatMap((source) => flow.enter(source)));
    const edges: [number, number][] = [];
    // A set is walked on while it grows.
    for (const vertex of seen)
      for (const next of flow.follow(vertex)) {
        edges.push([vertex, next]);
        seen.add(next);
      }
    const known = layers.find(({ order }) => order.addAll(edges));
    if (known !== undefined) {
      known.mlids.push(mlid);
      continue;
    }
    const order = new AcyclicOrder();
    if (layers.length === most || !order.addAll(edges)) return undefined;
    layers.push({ order, mlids: [mlid] });
  }
  return layers.map(({ mlids }) => mlids);
}
