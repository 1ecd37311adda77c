import type { FloodLanes } from "@fabriclab/paths";
import type { Fabric, ForwardingTables, MulticastGroup } from "@fabriclab/spec";
import type { EndportIx, SwitchIx } from "@fabriclab/units";
import { mayDiscardOf } from "./discards.ts";
import { followed, type Joined, type Spread } from "./followed.ts";
import type { CrossingsBound, MulticastAudit } from "./multicast-audit.ts";
import { SharedTrees } from "./shared-tree.ts";
import { Steiner } from "./steiner.ts";
import { assumedGroups } from "./unsent.ts";

/** What to audit. */
export interface MulticastAuditOptions {
  /** Only sources among these, and only what becomes of members among these; default: all. Others that have joined are no strangers. */
  readonly endports?: readonly EndportIx[];
  /** Service level of multicast packets. Default 0. */
  readonly multicastSl?: number;
  /** Called now and then with the (group, source) combinations that are done. */
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Follows the packets of every group from each of its sources: every member is to get exactly one copy, nobody else any. MLIDs that the plan names nobody for are
 * followed as well, from all hosts whose ports they set; what has neither members nor senders is in `unsentMlids`.
 *
 * Complexity: O(channels reached · radix) a (group, source), and less for all sources but the first of a tree that they share; see `Steiner` for the bounds.
 * @throws FabricError E_PATHS_UNKNOWN_MLID where the plan names an MLID that the tables do not have
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
  const packets = [
    ...multicast.groups.map((group) => ({ group, assumed: undefined })),
    ...assumedGroups(fabric, multicast),
  ].flatMap(({ group, assumed }) =>
    [...new Set(group.sources)]
      .filter((source) => among?.has(source) !== false)
      .map((source) => ({ group, source, assumed })),
  );
  const steiner = new Steiner(fabric);
  const shared = new SharedTrees(fabric, multicast);
  const sl = options.multicastSl ?? 0;
  // Most tables discard nothing, and trees need not be followed for each sender then.
  const lanes = mayDiscardOf(tables, sl)
    ? { ...lanesOf(tables), sl }
    : undefined;
  let facts: GroupFacts | undefined;
  return packets.map(({ group, source, assumed }, done) => {
    if (done % 256 === 0) options.onProgress?.(done, packets.length);
    if (facts?.group !== group) facts = factsOf(fabric, group, among);
    const { members, asked, terminals, hosts } = facts;
    const mlids =
      assumed === undefined ? multicast.mlids(source, group.id) : [assumed];
    const isMember = asked.has(source);
    const uncabled = isUncabled(fabric, source);
    const [only] = mlids;
    const spread =
      mlids.length === 1 &&
      only !== undefined &&
      lanes === undefined &&
      asked.size === members.size
        ? shared.from(only, source, members)
        : undefined;
    const found = uncabled
      ? { ...RIGHT, missing: [...asked].filter((one) => one !== source) }
      : spread === undefined
        ? followed(fabric, multicast, source, mlids, facts, lanes)
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
      assumed: assumed !== undefined,
      uncabled,
      mlids,
      members: asked.size - (isMember ? 1 : 0),
      ...found,
      // Copies that get to every member cross at least a tree, so that the best known has no more.
      bound:
        bound.known !== undefined && found.missing.length === 0
          ? boundWith(bound.crossings, Math.min(bound.known, found.crossings))
          : bound,
    };
  });
}

/** Nothing is wrong. */
const RIGHT: Spread = {
  missing: [],
  endless: [],
  duplicated: [],
  strangers: [],
  returned: false,
  loop: undefined,
  loopMlid: undefined,
  dead: 0,
  discards: [],
  depth: 0,
  crossings: 0,
};

const isUncabled = (
  { endportPort, portPeer }: Fabric,
  source: EndportIx,
): boolean => {
  const port = endportPort[source] ?? -1;
  return port >= 0 && (portPeer[port] ?? -1) < 0;
};

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
interface GroupFacts extends Joined {
  readonly group: MulticastGroup;
  /** Switches of the members to be reached. */
  readonly terminals: ReadonlySet<SwitchIx>;
  /** Those members that are hosts: a cable each. */
  readonly hosts: number;
}

function factsOf(
  fabric: Fabric,
  group: MulticastGroup,
  among: ReadonlySet<EndportIx> | undefined,
): GroupFacts {
  const members = new Set(group.members);
  const asked =
    among === undefined
      ? members
      : new Set(group.members.filter((member) => among.has(member)));
  const terminals = new Set<SwitchIx>();
  let hosts = 0;
  for (const member of asked) {
    const sw = switchOf(fabric, member);
    if (sw === undefined) continue;
    terminals.add(sw);
    if (member >= fabric.switchCount) hosts += 1;
  }
  return { group, members, asked, terminals, hosts };
}

const switchOf = (fabric: Fabric, endport: EndportIx): SwitchIx | undefined =>
  endport < fabric.switchCount
    ? (endport as number as SwitchIx)
    : fabric.attachment(endport)?.sw;

/** @param ends cables between hosts and switches that are crossed in any case */
function boundOf(
  steiner: Steiner,
  root: SwitchIx | undefined,
  terminals: ReadonlySet<SwitchIx>,
  ends: number,
): CrossingsBound {
  if (root === undefined)
    return { crossings: ends, kind: "steiner-lower-bound", known: undefined };
  const { lower, known } = steiner.bounds(root, terminals);
  return boundWith(ends + lower, ends + known);
}

const boundWith = (crossings: number, known: number): CrossingsBound => ({
  crossings,
  kind: crossings === known ? "exact" : "steiner-lower-bound",
  known,
});
