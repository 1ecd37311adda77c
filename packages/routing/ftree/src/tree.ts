import type { Fabric } from "@fabriclab/spec";
import { NO_PORT } from "@fabriclab/units";

/** A cable of a port group. */
export interface GroupPort {
  readonly num: number;
  readonly remoteNum: number;
}

/** All cables from a switch to one neighbour. */
export interface PortGroup {
  readonly owner: TreeSwitch;
  /** The switch at the other end; undefined for a host. */
  readonly remote: TreeSwitch | undefined;
  /** The same by number, -1 for a host. */
  readonly remoteSw: number;
  /** Place of `remote` among all switches by index; hosts come after all. */
  order: number;
  /** The host endport at the other end, -1 for a switch. */
  readonly endport: number;
  readonly ports: GroupPort[];
}

/** A switch as ftree sees it. */
export interface TreeSwitch {
  readonly sw: number;
  /** Cables from the roots. */
  readonly rank: number;
  /** Rank, then one place for each level; empty while it is not given. */
  index: readonly number[];
  /** Place among all switches by index; equal for those without one. */
  order: number;
  readonly lower: PortGroup[];
  readonly level: PortGroup[];
  readonly upper: PortGroup[];
  /** Compute nodes hang on it. */
  isLeaf: boolean;
  /** All its cables downwards lead to hosts, and none to its own rank. */
  carriesHostsOnly: boolean;
}

/** Order of a host's group. */
const HOST = 0x7fffffff;

/** Rank of a switch that no root reaches. */
export const UNRANKED = 0xffff;

/**
 * The ranked switches with their cables grouped by neighbour, in the order of their lowest ports; undefined in place of those that no root reaches.
 * O(ports).
 */
export function treeOf(
  fabric: Fabric,
  ranks: Uint16Array,
): (TreeSwitch | undefined)[] {
  const { switchCount, portStart, portPeer, portNode, nodeEndport } = fabric;
  const tree = Array.from({ length: switchCount }, (_, sw) =>
    ranks[sw] === UNRANKED
      ? undefined
      : {
          sw,
          rank: ranks[sw] ?? 0,
          index: [],
          order: 0,
          lower: [],
          level: [],
          upper: [],
          isLeaf: false,
          carriesHostsOnly: false,
        },
  );
  for (const owner of tree) {
    if (owner === undefined) continue;
    const first = portStart[owner.sw] ?? 0;
    const end = portStart[owner.sw + 1] ?? 0;
    for (let port = first; port < end; port++) {
      const peer = portPeer[port] ?? -1;
      const node = peer < 0 ? owner.sw : (portNode[peer] ?? owner.sw);
      if (node === owner.sw) continue;
      const isHost = node >= switchCount;
      const remote = isHost ? undefined : tree[node];
      if (!isHost && remote === undefined) continue;
      const remoteNum = peer - (portStart[node] ?? 0) + 1;
      const endport = isHost ? (nodeEndport[node] ?? 0) + remoteNum - 1 : -1;
      addPort(owner, remote, endport, {
        num: port - first + 1,
        remoteNum,
      });
    }
  }
  for (const one of tree)
    if (one !== undefined)
      one.carriesHostsOnly =
        one.level.length === 0 &&
        one.lower.every(({ remote }) => remote === undefined);
  return tree;
}

function addPort(
  owner: TreeSwitch,
  remote: TreeSwitch | undefined,
  endport: number,
  port: GroupPort,
): void {
  const groups =
    remote === undefined || remote.rank > owner.rank
      ? owner.lower
      : remote.rank === owner.rank
        ? owner.level
        : owner.upper;
  const known = groups.find(
    (group) => group.remote === remote && group.endport === endport,
  );
  if (known === undefined)
    groups.push({
      owner,
      remote,
      remoteSw: remote?.sw ?? -1,
      order: HOST,
      endport,
      ports: [port],
    });
  else known.ports.push(port);
}

/** By index, place by place; switches without one come last. */
export function byIndex(
  a: TreeSwitch | undefined,
  b: TreeSwitch | undefined,
): number {
  const [left, right] = [a?.index ?? [], b?.index ?? []];
  const places = Math.max(left.length, right.length);
  for (let i = 0; i < places; i++) {
    const difference = (left[i] ?? NO_PORT) - (right[i] ?? NO_PORT);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Sets `order` once all indexes are given, because routes compare it for every LID. O(switches · log switches). */
export function numberByIndex(switches: readonly TreeSwitch[]): void {
  let before: TreeSwitch | undefined;
  for (const one of [...switches].sort(byIndex)) {
    one.order =
      before === undefined
        ? 0
        : before.order + (byIndex(before, one) === 0 ? 0 : 1);
    before = one;
  }
  for (const { lower, level, upper } of switches)
    for (const groups of [lower, level, upper])
      for (const group of groups) group.order = group.remote?.order ?? HOST;
}
