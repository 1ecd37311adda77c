import type { Fabric, MulticastTables } from "@fabriclab/spec";
import { MULTICAST_LID_MIN, type EndportIx, type Mlid } from "@fabriclab/units";

/** A part of an MLID's masks that is one tree of switches. */
interface Tree {
  /** Host endports whose ports are set. */
  readonly hosts: ReadonlySet<EndportIx>;
  /** Cables between its switches. */
  readonly cables: number;
  /** Switch -> cables to either end of the tree's longest way between switches with hosts. */
  readonly ends: readonly [
    ReadonlyMap<number, number>,
    ReadonlyMap<number, number>,
  ];
  /** The group that it was compared with last. */
  members: ReadonlySet<EndportIx> | undefined;
  /** Members of that group that are no hosts of the tree, and the other way round. */
  odd: readonly EndportIx[];
}

/**
 * MLIDs whose masks are trees: what every sender of such a tree reaches follows from the tree, without following each sender's copies.
 *
 * A mask set is a tree where all its ports are cabled, every cable between switches is set at both ends, there is no cycle, and no copy ends in a switch.
 */
export class SharedTrees {
  readonly #fabric: Fabric;
  readonly #multicast: MulticastTables;
  #mlid = -1;
  /** Switch -> its tree, for the MLID that was asked for last; empty where its masks are no trees. */
  #trees: ReadonlyMap<number, Tree> = new Map();

  constructor(fabric: Fabric, multicast: MulticastTables) {
    this.#fabric = fabric;
    this.#multicast = multicast;
  }

  /**
   * How the packets of a source spread that reach every member once and nobody else; undefined where that cannot be told from a tree, and they have to be
   * followed.
   *
   * Complexity: O(switches · words + tree) for a new MLID, O(members) for a new group, O(1) for a source.
   */
  from(
    mlid: Mlid,
    source: EndportIx,
    members: ReadonlySet<EndportIx>,
  ): { readonly depth: number; readonly crossings: number } | undefined {
    if (mlid !== this.#mlid) {
      this.#mlid = mlid;
      this.#trees = this.#load(mlid);
    }
    const sw = this.#fabric.attachment(source)?.sw ?? -1;
    const tree = this.#trees.get(sw);
    if (tree === undefined) return undefined;
    if (tree.members !== members) {
      tree.members = members;
      tree.odd = [
        ...[...members].filter((member) => !tree.hosts.has(member)),
        ...[...tree.hosts].filter((host) => !members.has(host)),
      ];
    }
    // Nobody sends to himself, so a source may be a member without a port, or have a port without being a member.
    if (tree.odd.some((endport) => endport !== source)) return undefined;
    const receivers = tree.hosts.size - (tree.hosts.has(source) ? 1 : 0);
    if (receivers === 0) return undefined;
    const [left, right] = tree.ends;
    // The farthest switch with hosts of a tree is an end of its longest way. At the source's own switch others are one switch away.
    const farthest = Math.max(left.get(sw) ?? 0, right.get(sw) ?? 0);
    return { depth: farthest + 1, crossings: 1 + tree.cables + receivers };
  }

  #load(mlid: Mlid): Map<number, Tree> {
    const none = new Map<number, Tree>();
    const { switchCount } = this.#fabric;
    const trees = new Map<number, Tree>();
    for (let sw = 0; sw < switchCount; sw++) {
      if (trees.has(sw)) continue;
      const ports = this.#ports(mlid, sw);
      if (ports === undefined) return none;
      if (ports.length === 0) continue;
      const found = this.#grow(mlid, sw);
      if (found === undefined) return none;
      for (const one of found.switches) trees.set(one, found.tree);
    }
    return trees;
  }

  /** Channels that a switch's mask names; undefined where one is not cabled, or the switch itself gets a copy. */
  #ports(mlid: Mlid, sw: number): number[] | undefined {
    const { portStart, portPeer } = this.#fabric;
    const { words, masks, mlidCount, firstMlid } = this.#multicast;
    const row = mlid - MULTICAST_LID_MIN - firstMlid;
    if (row < 0 || row >= mlidCount) return undefined;
    const base = (sw * mlidCount + row) * words;
    const start = portStart[sw] ?? 0;
    const radix = (portStart[sw + 1] ?? 0) - start;
    const channels: number[] = [];
    for (let word = 0; word < words; word++)
      for (let bits = masks[base + word] ?? 0; bits !== 0; bits &= bits - 1) {
        const num = word * 32 + 31 - Math.clz32(bits & -bits);
        const channel = start + num - 1;
        if (num === 0 || num > radix || (portPeer[channel] ?? -1) < 0)
          return undefined;
        channels.push(channel);
      }
    return channels;
  }

  /** The tree that a switch lies in; undefined where it is none. */
  #grow(
    mlid: Mlid,
    start: number,
  ): { tree: Tree; switches: readonly number[] } | undefined {
    const { portPeer, portNode, portStart, nodeEndport, switchCount } =
      this.#fabric;
    const next = new Map<number, number[]>();
    const hosts = new Map<EndportIx, number>();
    const switches = [start];
    const came = new Map<number, number>([[start, -1]]);
    for (const sw of switches) {
      const around: number[] = [];
      next.set(sw, around);
      const channels = this.#ports(mlid, sw) ?? [];
      for (const channel of channels) {
        const peer = portPeer[channel] ?? 0;
        const node = portNode[peer] ?? 0;
        if (node >= switchCount) {
          hosts.set(
            ((nodeEndport[node] ?? 0) +
              peer -
              (portStart[node] ?? 0)) as EndportIx,
            sw,
          );
          continue;
        }
        const back = this.#ports(mlid, node);
        if (back?.includes(peer) !== true) return undefined;
        around.push(node);
        if (came.get(sw) === channel) continue;
        if (came.has(node)) return undefined;
        came.set(node, peer);
        switches.push(node);
      }
      // A copy that comes by a switch's only port dies there.
      if (channels.length === 1 && around.length === 1) return undefined;
    }
    const withHosts = new Set(hosts.values());
    const far = (from: number) => distances(from, next);
    if (withHosts.size === 0) return undefined;
    const first = farthest(far(start), withHosts);
    const left = far(first);
    const right = far(farthest(left, withHosts));
    return {
      switches,
      tree: {
        hosts: new Set(hosts.keys()),
        cables: switches.length - 1,
        ends: [left, right],
        members: undefined,
        odd: [],
      },
    };
  }
}

/** Switch -> cables from a switch of a tree. */
function distances(
  from: number,
  next: ReadonlyMap<number, readonly number[]>,
): Map<number, number> {
  const found = new Map<number, number>([[from, 0]]);
  // A map is walked on while it grows.
  for (const [at, far] of found)
    for (const to of next.get(at) ?? [])
      if (!found.has(to)) found.set(to, far + 1);
  return found;
}

function farthest(
  far: ReadonlyMap<number, number>,
  among: ReadonlySet<number>,
): number {
  let best = -1;
  for (const [sw, distance] of far)
    if (among.has(sw) && (best < 0 || distance > (far.get(best) ?? 0)))
      best = sw;
  return best;
}
