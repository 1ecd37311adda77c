import { components, multicastSources } from "@fabriclab/paths";
import type {
  Fabric,
  ForwardingTables,
  MulticastTables,
} from "@fabriclab/spec";
import type { Mlid } from "@fabriclab/units";
import type { Remedy } from "./remedy.ts";
import { dependenciesOf, isDeadlockFree, type LoopTraffic } from "./traffic.ts";

/**
 * Multicast on VLs of its own: all MLIDs on one where that suffices, else each on the first new VL on which it closes no cycle. Where unicast is looked at
 * too it keeps its VLs, and must be free of loops by itself.
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
  if (multicast === undefined || traffic === "unicast") return [];
  if (
    traffic === "both" &&
    !isDeadlockFree(fabric, tables, { ...options, traffic: "unicast" })
  )
    return [];
  const layers = layersOf(fabric, tables, multicast, options, most);
  if (layers === undefined) return [];
  const old = traffic === "both" ? Math.max(1, tables.lanes) : 0;
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

/** VLs on which all MLIDs find room without a cycle; undefined where `most` are too few or an MLID has one of its own. */
function layersOf(
  fabric: Fabric,
  tables: ForwardingTables,
  multicast: MulticastTables,
  options: LoopTraffic,
  most: number,
): number | undefined {
  const acyclic = (mlids: readonly Mlid[]): boolean =>
    components(
      dependenciesOf(
        fabric,
        { ...tablesOf(tables), multicast: only(multicast, new Set(mlids)) },
        { ...options, traffic: "multicast", slIgnored: true },
      ),
    ).cyclic.length === 0;
  const all = [...multicastSources(multicast).keys()];
  if (acyclic(all)) return 1;
  const layers: Mlid[][] = [];
  for (const mlid of all) {
    const room = layers.find((layer) => acyclic([...layer, mlid]));
    if (room !== undefined) room.push(mlid);
    else if (layers.length < most && acyclic([mlid])) layers.push([mlid]);
    else return undefined;
  }
  return layers.length;
}

function tablesOf(tables: ForwardingTables): ForwardingTables {
  const { lids, lft, lanes, engine } = tables;
  return {
    lids,
    lft,
    lanes,
    engine,
    pathLid: (source, destination) => tables.pathLid(source, destination),
    pathSl: (source, destination) => tables.pathSl(source, destination),
  };
}

/** The same tables with some MLIDs only. */
function only(
  multicast: MulticastTables,
  mlids: ReadonlySet<Mlid>,
): MulticastTables {
  return {
    ...multicast,
    mlids: (source, group) =>
      multicast.mlids(source, group).filter((mlid) => mlids.has(mlid)),
  };
}
