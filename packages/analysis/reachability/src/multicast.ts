import { flood, type FloodLanes } from "@fabriclab/paths";
import type {
  Fabric,
  ForwardingTables,
  MulticastGroup,
  MulticastTables,
} from "@fabriclab/spec";
import type { EndportIx, Mlid, SwitchIx } from "@fabriclab/units";
import { depthOf } from "./depth.ts";
import { mayDiscardOf } from "./discards.ts";
import { endlessEndports } from "./endless.ts";
import { partingOf, type Parting } from "./parting.ts";
import { SharedTrees } from "./shared-tree.ts";
import { Steiner } from "./steiner.ts";

/** What to audit. */
export interface MulticastAuditOptions {
  /** Only sources among these; default: all. */
  readonly endports?: readonly EndportIx[];
  /** Service level of multicast packets. Default 0. */
  readonly multicastSl?: number;
  /** Called now and then with the (group, source) combinations that are done. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Where SL2VL tables discard copies: an entry of 15 for the SL. */
export interface DiscardPlace {
  /** The switch; or the source's own node where it does not send. */
  readonly node: number;
  readonly name: string;
  /** Port that the copies do not leave by. */
  readonly port: number;
}

/** A member that gets several copies of one message. */
export interface Duplicate {
  readonly member: EndportIx;
  readonly copies: number;
  /** Where they part; undefined where that is in a circle that others go round in. */
  readonly parting: Parting | undefined;
}

/** What a tree costs that joins the source and the members, in channels crossed. */
export interface CrossingsBound {
  /** At least. */
  readonly crossings: number;
  /** `exact` where a tree with exactly so many is known, so that it is the best; see `Steiner` for what is solved exactly. */
  readonly kind: "exact" | "steiner-lower-bound";
  /** Those of the best tree known; equal to `crossings` where that is exact. */
  readonly known: number;
}

/** What becomes of one message that a source sends to a group: one packet for each of the MLIDs that the plan names. */
export interface MulticastAudit {
  readonly group: number;
  readonly name: string;
  readonly source: EndportIx;
  readonly mlids: readonly Mlid[];
  /** Members to be reached: all but the source. */
  readonly members: number;
  /** Members without a copy. */
  readonly missing: readonly EndportIx[];
  /** Members that get copies without end, from a circle. */
  readonly endless: readonly EndportIx[];
  readonly duplicated: readonly Duplicate[];
  /** Endports but the source that get a copy and are no members. */
  readonly strangers: readonly EndportIx[];
  /** Whether copies of its own packet come back to the source. */
  readonly returned: boolean;
  /** Channels of a circle in which copies go round for ever; undefined where there is none. */
  readonly loop: readonly number[] | undefined;
  /** MLID whose copies do. */
  readonly loopMlid: Mlid | undefined;
  /** Copies that end at a switch with nowhere to go, are sent to a port without a cable, or are discarded by SL2VL tables. */
  readonly dead: number;
  /** Where SL2VL tables discard copies; members behind these places are among those that are missing. */
  readonly discards: readonly DiscardPlace[];
  /** Switches on the longest way to a member. */
  readonly depth: number;
  /** Copies over all channels, hosts' own ones included. */
  readonly crossings: number;
  readonly bound: CrossingsBound;
}

/**
 * Follows the packets of every group from each of its sources: every member is to get exactly one copy, nobody else any.
 *
 * Complexity: O(channels reached · radix) a (group, source), and less for all sources but the first of a tree that they share; see `Steiner` for the bounds.
 * @throws FabricError E_PATHS_UNKNOWN_MLID where the plan names an MLID that the tables do not have, E_PATHS_UNATTACHED for a source without a cable
 */
export function auditMulticast(
  fabric: Fabric,
  tables: Pick<ForwardingTables, "multicast" | "sl2vl" | "hostSl2vl"> &
    Partial<Pick<ForwardingTables, "lanes">>,
  options: MulticastAuditOptions = {},
): MulticastAudit[] {
  const { multicast } = tables;
  if (multicast === undefined) return [];
  const among =
    options.endports === undefined ? undefined : new Set(options.endports);
  const asked = multicast.groups.flatMap((group) =>
    [...new Set(group.sources)]
      .filter((source) => among?.has(source) !== false)
      .map((source) => ({ group, source })),
  );
  const steiner = new Steiner(fabric);
  const shared = new SharedTrees(fabric, multicast);
  const sl = options.multicastSl ?? 0;
  // Most tables discard nothing, and trees need not be followed for each sender then.
  const lanes = mayDiscardOf(tables, sl)
    ? { ...lanesOf(tables), sl }
    : undefined;
  let facts: GroupFacts | undefined;
  return asked.map(({ group, source }, done) => {
    if (done % 256 === 0) options.onProgress?.(done, asked.length);
    if (facts?.group !== group) facts = factsOf(fabric, group);
    const { members, terminals, hosts } = facts;
    const mlids = multicast.mlids(source, group.id);
    const isMember = members.has(source);
    const [only] = mlids;
    const spread =
      mlids.length === 1 && only !== undefined && lanes === undefined
        ? shared.from(only, source, members)
        : undefined;
    const found =
      spread === undefined
        ? followed(fabric, multicast, source, mlids, members, lanes)
        : { ...RIGHT, ...spread };
    const bound = boundOf(
      steiner,
      switchOf(fabric, source),
      terminals,
      // Copies cross the cables of the members, and a host's packet its own.
      source < fabric.switchCount ? hosts : hosts + (isMember ? 0 : 1),
    );
    return {
      group: group.id,
      name: group.name,
      source,
      mlids,
      members: members.size - (isMember ? 1 : 0),
      ...found,
      // Copies that get to every member cross at least a tree, so that the best known has no more.
      bound:
        found.missing.length === 0
          ? boundWith(bound, Math.min(bound.known, found.crossings))
          : bound,
    };
  });
}

/** Nothing is wrong. */
const RIGHT = {
  missing: [],
  endless: [],
  duplicated: [],
  strangers: [],
  returned: false,
  loop: undefined,
  loopMlid: undefined,
  dead: 0,
  discards: [],
} as const;

const lanesOf = ({
  sl2vl,
  hostSl2vl,
  lanes = 1,
}: Parameters<typeof auditMulticast>[1]): Omit<FloodLanes, "sl"> => ({
  ...(sl2vl === undefined ? {} : { sl2vl }),
  ...(hostSl2vl === undefined ? {} : { hostSl2vl }),
  lanes,
});

/** What holds of a group whoever sends. */
interface GroupFacts {
  readonly group: MulticastGroup;
  readonly members: ReadonlySet<EndportIx>;
  /** Switches of the members. */
  readonly terminals: ReadonlySet<SwitchIx>;
  /** Members that are hosts: a cable each. */
  readonly hosts: number;
}

function factsOf(fabric: Fabric, group: MulticastGroup): GroupFacts {
  const members = new Set(group.members);
  const terminals = new Set<SwitchIx>();
  let hosts = 0;
  for (const member of members) {
    const sw = switchOf(fabric, member);
    if (sw === undefined) continue;
    terminals.add(sw);
    if (member >= fabric.switchCount) hosts += 1;
  }
  return { group, members, terminals, hosts };
}

const switchOf = (fabric: Fabric, endport: EndportIx): SwitchIx | undefined =>
  endport < fabric.switchCount
    ? (endport as number as SwitchIx)
    : fabric.attachment(endport)?.sw;

/** Follows the packets of one message and compares their copies with the members. */
function followed(
  fabric: Fabric,
  multicast: MulticastTables,
  source: EndportIx,
  mlids: readonly Mlid[],
  members: ReadonlySet<EndportIx>,
  lanes: FloodLanes | undefined,
) {
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
    depth = Math.max(depth, depthOf(fabric, one, members, source));
  }
  const duplicated: Duplicate[] = [];
  const strangers: EndportIx[] = [];
  for (const [endport, count] of copies)
    if (endport === source) continue;
    else if (!members.has(endport)) strangers.push(endport);
    else if (count > 1 && !endless.has(endport))
      duplicated.push({
        member: endport,
        copies: count,
        parting: partingOf(fabric, floods, source, endport),
      });
  const round = floods.findIndex((one) => one.loop !== undefined);
  return {
    missing: [...members].filter(
      (member) => member !== source && !copies.has(member),
    ),
    endless: [...members].filter(
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

/** @param ends cables between hosts and switches that are crossed in any case */
function boundOf(
  steiner: Steiner,
  root: SwitchIx | undefined,
  terminals: ReadonlySet<SwitchIx>,
  ends: number,
): CrossingsBound {
  const { lower, known } =
    root === undefined
      ? { lower: 0, known: 0 }
      : steiner.bounds(root, terminals);
  return boundWith({ crossings: ends + lower }, ends + known);
}

const boundWith = (
  { crossings }: Pick<CrossingsBound, "crossings">,
  known: number,
): CrossingsBound => ({
  crossings,
  kind: crossings === known ? "exact" : "steiner-lower-bound",
  known,
});
