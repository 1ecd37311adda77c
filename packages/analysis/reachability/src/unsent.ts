import type { Fabric, MulticastGroup, MulticastTables } from "@fabriclab/spec";
import { MULTICAST_LID_MIN, type EndportIx, type Mlid } from "@fabriclab/units";

/** An MLID or a group that nobody is known to send to. */
export interface UnsentMlid {
  /** Undefined for a group that has no senders: the plan names MLIDs for senders only. */
  readonly mlid: Mlid | undefined;
  /** The group's, or the MLID as text. */
  readonly name: string;
  /** Those of the group; of an MLID, hosts whose ports it sets. */
  readonly members: readonly EndportIx[];
  readonly finding: "no-members" | "no-senders";
}

const nameOf = (mlid: Mlid): string => `0x${mlid.toString(16)}`;

/**
 * MLIDs that switches have ports for and that the plan names for nobody, and groups without senders. Those MLIDs among them that set hosts' ports are
 * audited with all these hosts as senders.
 *
 * Complexity: O(groups · sources), and O(switches · words) for each such MLID.
 */
export function unsentMlids(
  fabric: Fabric,
  multicast: MulticastTables,
): UnsentMlid[] {
  const planned = new Set<Mlid>();
  for (const group of multicast.groups)
    for (const source of new Set(group.sources))
      for (const mlid of multicast.mlids(source, group.id)) planned.add(mlid);
  const found: UnsentMlid[] = [];
  for (let row = 0; row < multicast.mlidCount; row++) {
    const mlid = (MULTICAST_LID_MIN + multicast.firstMlid + row) as Mlid;
    const members = planned.has(mlid)
      ? undefined
      : hostsOf(fabric, multicast, row);
    if (members === undefined) continue;
    const finding = members.length === 0 ? "no-members" : "no-senders";
    found.push({ mlid, name: nameOf(mlid), members, finding });
  }
  // A dump's groups are named by their MLIDs, which stand there already.
  const named = new Set(found.map(({ name }) => name));
  for (const { name, members, sources } of multicast.groups)
    if (sources.length === 0 && !named.has(name))
      found.push({
        mlid: undefined,
        name,
        members,
        finding: members.length === 0 ? "no-members" : "no-senders",
      });
  return found;
}

/** A group of its own for each MLID that nobody is known to send by, where it sets hosts' ports. */
export const assumedGroups = (
  fabric: Fabric,
  multicast: MulticastTables,
): { readonly group: MulticastGroup; readonly assumed: Mlid }[] =>
  unsentMlids(fabric, multicast).flatMap(({ mlid, name, members }) =>
    mlid === undefined || members.length === 0
      ? []
      : [
          {
            group: { id: -1, name, members, sources: members },
            assumed: mlid,
          },
        ],
  );

/** Hosts whose ports a row sets; undefined where it sets no port at all. */
function hostsOf(
  { switchCount, portStart, portPeer, portNode, nodeEndport }: Fabric,
  { words, masks, mlidCount }: MulticastTables,
  row: number,
): EndportIx[] | undefined {
  const hosts: EndportIx[] = [];
  let isSet = false;
  for (let sw = 0; sw < switchCount; sw++) {
    const start = portStart[sw] ?? 0;
    const radix = (portStart[sw + 1] ?? 0) - start;
    for (let word = 0; word < words; word++)
      for (
        let bits = masks[(sw * mlidCount + row) * words + word] ?? 0;
        bits !== 0;
        bits &= bits - 1
      ) {
        isSet = true;
        const num = word * 32 + 31 - Math.clz32(bits & -bits);
        const peer =
          num === 0 || num > radix ? -1 : (portPeer[start + num - 1] ?? -1);
        const node = peer < 0 ? -1 : (portNode[peer] ?? -1);
        if (node >= switchCount)
          hosts.push(
            ((nodeEndport[node] ?? 0) +
              peer -
              (portStart[node] ?? 0)) as EndportIx,
          );
      }
  }
  return isSet ? hosts.sort((a, b) => a - b) : undefined;
}
