import { flood, type FloodLanes } from "@fabriclab/paths";
import type { Fabric, MulticastTables } from "@fabriclab/spec";
import type { EndportIx, Mlid } from "@fabriclab/units";
import { depthOf } from "./depth.ts";
import { endlessEndports } from "./endless.ts";
import type {
  DiscardPlace,
  Duplicate,
  MulticastAudit,
} from "./multicast-audit.ts";
import { waysOf } from "./parting.ts";

/** What a message reaches, and how. */
export type Spread = Omit<
  MulticastAudit,
  | "group"
  | "name"
  | "source"
  | "assumed"
  | "uncabled"
  | "mlids"
  | "members"
  | "bound"
>;

/** Who has joined. */
export interface Joined {
  readonly members: ReadonlySet<EndportIx>;
  /** Those of them who are to be reached. */
  readonly asked: ReadonlySet<EndportIx>;
}

/** Follows the packets of one message and compares their copies with the members. */
export function followed(
  fabric: Fabric,
  multicast: MulticastTables,
  source: EndportIx,
  mlids: readonly Mlid[],
  { members, asked }: Joined,
  lanes: FloodLanes | undefined,
): Spread {
  const floods = mlids.map((mlid) =>
    flood(fabric, multicast, source, mlid, lanes),
  );
  const endless = new Set(
    floods.flatMap((one) => endlessEndports(fabric, one)),
  );
  const copies = new Map<EndportIx, number>();
  let [dead, crossings, depth] = [0, 0, 0];
  for (const one of floods) {
    one.deliveries.forEach((count, index) => {
      const endport = index as EndportIx;
      if (count > 0) copies.set(endport, (copies.get(endport) ?? 0) + count);
    });
    dead += one.dead;
    for (const count of one.crossings) crossings += count;
    depth = Math.max(depth, depthOf(fabric, one, asked, source));
  }
  const duplicated: Duplicate[] = [];
  const strangers: EndportIx[] = [];
  for (const [endport, count] of copies)
    if (endport === source) continue;
    else if (!members.has(endport)) strangers.push(endport);
    else if (count > 1 && asked.has(endport) && !endless.has(endport))
      duplicated.push({
        member: endport,
        copies: count,
        ...waysOf(fabric, floods, source, endport),
      });
  const round = floods.findIndex((one) => one.loop !== undefined);
  return {
    missing: [...asked].filter(
      (member) => member !== source && !copies.has(member),
    ),
    endless: [...asked].filter(
      (member) => member !== source && endless.has(member),
    ),
    duplicated,
    strangers,
    returned: copies.has(source),
    loop: floods[round]?.loop,
    loopMlid: mlids[round],
    dead,
    discards: [...new Set(floods.flatMap(({ discards }) => discards))].map(
      (channel) => placeOf(fabric, channel),
    ),
    depth,
    crossings,
  };
}

function placeOf(
  { portNode, portStart, nodeName }: Fabric,
  channel: number,
): DiscardPlace {
  const node = portNode[channel] ?? 0;
  return {
    node,
    name: nodeName[node] ?? "",
    port: channel - (portStart[node] ?? 0) + 1,
  };
}
