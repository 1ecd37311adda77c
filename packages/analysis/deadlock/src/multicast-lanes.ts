import { MulticastFlow, multicastSources } from "@fabriclab/paths";
import type {
  Fabric,
  ForwardingTables,
  MulticastTables,
} from "@fabriclab/spec";
import { AcyclicOrder } from "./acyclic-order.ts";
import type { Remedy } from "./remedy.ts";
import { isDeadlockFree, onOneLane, type LoopTraffic } from "./traffic.ts";

/**
 * Multicast on VLs of its own: all MLIDs on one where that suffices, else each on the first new VL on which it closes no cycle. Where unicast is looked at
 * too it keeps its VLs, on which it must be free of loops by itself: the caller sees to that.
 *
 * @param most VLs that may be added
 */
export function multicastLanes(
  fabric: Fabric,
  tables: ForwardingTables,
  options: LoopTraffic,
  most: number,
): Remedy[] {
  const { multicast } = tables;
  const { traffic = "unicast" } = options;
  if (multicast === undefined || traffic === "unicast" || most < 1) return [];
  const alone = { ...options, traffic: "multicast", slIgnored: true } as const;
  const layers = isDeadlockFree(fabric, tables, alone)
    ? 1
    : // Why not when copies go at once: a tree of several sources has loops of its own, and no VL helps.
      options.synchronous === true
      ? undefined
      : layersOf(fabric, tables, multicast, most);
  if (layers === undefined) return [];
  const old =
    traffic !== "both"
      ? 0
      : options.slIgnored === true
        ? 1
        : Math.max(1, tables.lanes);
  return [
    {
      kind: "multicast-lanes",
      text:
        layers === 1
          ? "multicast on a VL of its own"
          : `multicast on ${layers} VLs of its own, MLID by MLID`,
      pairsLost: 0,
      lanes: old + layers,
    },
  ];
}

/** VLs on which all MLIDs find room without a cycle; undefined where `most` are too few or an MLID has a cycle by itself. */
function layersOf(
  fabric: Fabric,
  tables: ForwardingTables,
  multicast: MulticastTables,
  most: number,
): number | undefined {
  const flow = new MulticastFlow(fabric, onOneLane(tables), multicast, 0);
  const layers: AcyclicOrder[] = [];
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
    if (layers.some((layer) => layer.addAll(edges))) continue;
    const layer = new AcyclicOrder();
    if (layers.length === most || !layer.addAll(edges)) return undefined;
    layers.push(layer);
  }
  return layers.length;
}
