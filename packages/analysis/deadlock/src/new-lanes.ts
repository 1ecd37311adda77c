import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { usedByUnicast } from "./in-use.ts";
import { addLayers } from "./layers.ts";
import { multicastLanes } from "./multicast-lanes.ts";
import { freeLanes, whyNoLane } from "./own-lanes.ts";
import type { Remedy } from "./remedy.ts";
import { roleOf } from "./roles.ts";
import { startSearch, type Search } from "./search.ts";
import {
  dependenciesOf,
  effective,
  isDeadlockFree,
  type LoopTraffic,
} from "./traffic.ts";

type Untried = Search["untried"];

/** SL of multicast packets, which must not lead them to VLs that are meant for others. */
export const keptSl = (
  { multicast }: ForwardingTables,
  { multicastSl = 0 }: LoopTraffic,
): number | undefined => (multicast === undefined ? undefined : multicastSl);

/** Unicast pairs on VLs that no path uses; what was not tried is noted in the search. */
export function moreLanes(
  search: Search,
  dataLanes: number,
  kept: number | undefined,
): Remedy[] {
  const { fabric, options, closing, reached, untried } = search;
  const give = (why: string): Remedy[] => {
    untried.push({ kind: "more-lanes", why });
    return [];
  };
  const acting = effective(search.tables, options);
  const used = usedByUnicast(fabric, acting, reached.endports);
  const free = freeLanes(used, dataLanes, kept);
  if (free.length === 0) return give(whyNoLane(used, dataLanes));
  if (closing === undefined) return give(search.tooMany);
  const layers = addLayers(fabric, acting, reached.endports, closing, free);
  if (layers === undefined)
    return give(`${free.length} more VLs are too few, and no more are free`);
  if (
    !isDeadlockFree(fabric, layers.tables, {
      ...options,
      endports: reached.endports,
      destinations: search.destinations,
      slIgnored: false,
    })
  )
    return [];
  const { added, moved, tables } = layers;
  return [
    {
      kind: "more-lanes",
      text: `${added.length === 1 ? "one more VL" : `${added.length} more VLs`}, with ${moved} ${moved === 1 ? "pair" : "pairs"} on ${added.length === 1 ? "it" : "them"}: ${added.map(({ sl, vl, pairs }) => `${pairs} on SL ${sl}, VL ${vl}`).join("; ")}`,
      pairsLost: 0,
      lanes: used.lanes.size + added.length,
      plan: added.map((part, place) => ({
        ...part,
        pairsOn: () => layers.pairsOn(place),
      })),
      pairsMoved: moved,
      tables: () => tables,
    },
  ];
}

/** Multicast on VLs that unicast leaves free. */
export function multicastOnFree(
  fabric: Fabric,
  tables: ForwardingTables,
  options: LoopTraffic,
  dataLanes: number,
  untried: Untried,
): Remedy[] {
  const used = usedByUnicast(
    fabric,
    effective(tables, options),
    options.endports,
  );
  const free = freeLanes(used, dataLanes);
  const stay = options.traffic === "both" ? used.lanes.size : 0;
  const found = multicastLanes(fabric, tables, options, free, stay);
  if (found.length === 0)
    untried.push({
      kind: "multicast-lanes",
      why:
        free.length === 0
          ? whyNoLane(used, dataLanes)
          : options.synchronous === true
            ? "copies that go at once close loops inside their own trees"
            : `no VL of the ${free.length} that are free can be given to each MLID`,
    });
  return found;
}

/** Unicast, which has loops by itself, on new VLs as far as it must be, and multicast on others. */
export function moreLanesForBoth(
  fabric: Fabric,
  tables: ForwardingTables,
  options: LoopTraffic & { readonly roles?: (endport: EndportIx) => string },
  dataLanes: number,
  untried: Untried,
): Remedy[] {
  const unicast = { ...options, traffic: "unicast" } as const;
  const search = startSearch(
    fabric,
    tables,
    unicast,
    options.roles ?? roleOf(fabric),
    dependenciesOf(fabric, tables, unicast),
  );
  const kept = keptSl(tables, options);
  const remedies = moreLanes(search, dataLanes, kept).flatMap((first) => {
    const { tables: made, plan = [] } = first;
    if (made === undefined) return [];
    return multicastOnFree(
      fabric,
      made(),
      { ...options, slIgnored: false },
      dataLanes,
      search.untried,
    ).map((second) => ({
      ...first,
      ...second,
      kind: first.kind,
      text: `${first.text}; ${second.text}`,
      plan: [...plan, ...(second.plan ?? [])],
    }));
  });
  untried.push(...search.untried);
  return remedies;
}
