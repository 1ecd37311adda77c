import { FabricError, type TrafficTablesContext } from "@fabriclab/spec";
import { nearest, type EndportIx, type SwitchIx } from "@fabriclab/units";
import type { TreeSwitch } from "./tree.ts";

const NO_PATH = 255;

/** A switch by its NodeDescription. @throws FabricError E_BARRIER_OPERATION_SWITCH */
export function switchNamed(
  { fabric }: TrafficTablesContext,
  name: string,
  path: string,
): SwitchIx {
  const node = fabric.findNode(name);
  if (node !== undefined && fabric.isSwitch(node))
    return node as number as SwitchIx;
  const names = fabric.nodeName.slice(0, fabric.switchCount);
  const close = nearest(name, names);
  throw new FabricError({
    code: "E_BARRIER_OPERATION_SWITCH",
    message: "There is no such switch",
    where: { path },
    got: name,
    expected: "the NodeDescription of one switch",
    ...(close === undefined ? {} : { hint: `did you mean ${close}?` }),
  });
}

/** The ports that packets for switch `root` take, from every switch: a tree, as forwarding looks at the destination only. */
class TowardsRoot {
  readonly #context: TrafficTablesContext;
  readonly #lid: number;
  readonly root: SwitchIx;

  constructor(context: TrafficTablesContext, root: SwitchIx) {
    this.#context = context;
    this.root = root;
    this.#lid = context.tables.lids.baseLid[root] ?? 0;
  }

  /** The port by which `sw` sends to the root, 0 at the root, -1 where there is no path. */
  port(sw: number): number {
    if (sw === this.root) return 0;
    const num = this.#context.tables.lft[sw]?.[this.#lid] ?? NO_PATH;
    return this.#lid === 0 || num === NO_PATH || num === 0 ? -1 : num;
  }

  /** The switch behind that port, and the port there; node -1 where it is none. */
  next(
    sw: number,
    num: number,
  ): { readonly node: number; readonly num: number } {
    const { fabric } = this.#context;
    const peer = fabric.portPeer[(fabric.portStart[sw] ?? 0) + num - 1] ?? -1;
    const node = fabric.portNode[peer] ?? -1;
    if (peer < 0 || node >= fabric.switchCount) return { node: -1, num: 0 };
    return { node, num: peer - (fabric.portStart[node] ?? 0) + 1 };
  }

  /** Hops from `sw` to the root, Infinity where the tables do not lead there. */
  hops(sw: number): number {
    let node = sw;
    for (let hops = 0; hops <= this.#context.fabric.switchCount; hops += 1) {
      const num = this.port(node);
      if (num === 0) return hops;
      if (num < 0) return Infinity;
      node = this.next(node, num).node;
      if (node < 0) return Infinity;
    }
    return Infinity;
  }
}

/**
 * The switches that may root the tree of these members: those whose farthest member is fewest hops away by the tables, and of these those with
 * the fewest hops to all members; in switch order. O(switches · members · hops).
 */
function bestRoots(
  context: TrafficTablesContext,
  leaves: readonly SwitchIx[],
): SwitchIx[] {
  let best: SwitchIx[] = [];
  let farthest = Infinity;
  let total = Infinity;
  for (let sw = 0; sw < context.fabric.switchCount; sw += 1) {
    const towards = new TowardsRoot(context, sw as SwitchIx);
    let most = 0;
    let sum = 0;
    for (const leaf of leaves) {
      const hops = towards.hops(leaf);
      most = Math.max(most, hops);
      sum += hops;
      if (most > farthest) break;
    }
    if (most === Infinity || most > farthest) continue;
    if (most === farthest && sum > total) continue;
    if (most < farthest || sum < total) best = [];
    farthest = most;
    total = sum;
    best.push(sw as SwitchIx);
  }
  return best;
}

/**
 * The barrier tree of a group along the paths of the tables: from every member's switch up the path to the root's LID. With a parent the root is
 * the switch of that host, which takes the port to it for its parent port.
 *
 * @param turn which of several roots that are equally good: modulo their number
 * @throws FabricError E_BARRIER_OPERATION_NO_TREE where the tables do not lead from the members' switches to the root, or to any
 */
export function routedTree(
  context: TrafficTablesContext,
  group: {
    readonly members: readonly EndportIx[];
    readonly parent: EndportIx | undefined;
    /** Absent = the best. */
    readonly root: SwitchIx | undefined;
    readonly turn: number;
    readonly path: string;
  },
): TreeSwitch[] {
  const { fabric } = context;
  const { members, parent, turn, path } = group;
  const above = parent === undefined ? undefined : fabric.attachment(parent);
  const leaves = [
    ...new Set(members.map((host) => fabric.attachment(host)?.sw as SwitchIx)),
  ];
  const fixed = above?.sw ?? group.root;
  const roots = fixed === undefined ? bestRoots(context, leaves) : [fixed];
  const root = roots[turn % Math.max(1, roots.length)];
  const lost = leaves.find(
    (leaf) =>
      root === undefined ||
      new TowardsRoot(context, root).hops(leaf) === Infinity,
  );
  if (root === undefined || lost !== undefined)
    throw new FabricError({
      code: "E_BARRIER_OPERATION_NO_TREE",
      message: "the tables lead from the members to no common switch",
      where: { path },
      got:
        root === undefined
          ? "no switch that all members reach"
          : `no path from ${fabric.nodeName[lost ?? 0]} to ${fabric.nodeName[root]}`,
      expected: "LIDs for switches, and routes to them",
      hint: "take an addressing that gives switches LIDs (sequential, opensm), and a routing that routes them",
    });
  const towards = new TowardsRoot(context, root);
  const children = new Map<number, Set<number>>();
  const childrenOf = (sw: number): Set<number> => {
    const known = children.get(sw);
    if (known !== undefined) return known;
    const made = new Set<number>();
    children.set(sw, made);
    return made;
  };
  for (const host of members) {
    const at = fabric.attachment(host);
    if (at === undefined) continue;
    childrenOf(at.sw).add(at.num);
    for (let node: number = at.sw; node !== root;) {
      const next = towards.next(node, towards.port(node));
      childrenOf(next.node).add(next.num);
      node = next.node;
    }
  }
  return [...children].map(([sw, ports]) => ({
    sw: sw as SwitchIx,
    parent: sw === root ? (above?.num ?? 0) : towards.port(sw),
    children: [...ports].sort((a, b) => a - b),
  }));
}
