import {
  FabricError,
  type Fabric,
  type HopCounts,
  type TreeRule,
} from "@fabriclab/spec";
import type { EndportIx, Mlid, SwitchIx } from "@fabriclab/units";

/** What the trees of all groups have in common. */
export interface TreeContext {
  readonly fabric: Fabric;
  /** Switches in OpenSM's map order. */
  readonly order: readonly SwitchIx[];
  readonly hops: HopCounts;
  readonly rule: TreeRule;
}

/** One group, as far as its tree depends on it. */
export interface TreeGroup {
  readonly name: string;
  readonly mlid: Mlid;
  /** Whoever the tree must reach: members and senders; OpenSM makes no difference between them. */
  readonly joined: ReadonlySet<EndportIx>;
}

/** Called for every port of a tree, the one towards the root included. */
export type AddPort = (sw: SwitchIx, num: number) => void;

/** Chooses the root and sets the ports of one group's tree. */
export function growTree(
  context: TreeContext,
  group: TreeGroup,
  add: AddPort,
): void {
  const { fabric, order, hops, rule } = context;
  const memberSwitches = new Set<SwitchIx>();
  for (const endport of group.joined) {
    const at = fabric.attachment(endport);
    if (at === undefined) continue;
    memberSwitches.add(at.sw);
    add(at.sw, at.num);
  }
  const root = rule.root ?? findRoot(group.name, order, hops, memberSwitches);
  if (rule.towards === undefined)
    growByHops(context, group.name, root, memberSwitches, add);
  else
    takeBranches(
      fabric,
      group.name,
      rule.towards(root, group.mlid),
      root,
      memberSwitches,
      add,
    );
}

/** The part of a tree of all switches that joins the members' to the root. */
function takeBranches(
  fabric: Fabric,
  groupName: string,
  towards: Uint8Array,
  root: SwitchIx,
  memberSwitches: ReadonlySet<SwitchIx>,
  add: AddPort,
): void {
  const joined = new Set<number>([root]);
  for (const member of memberSwitches)
    for (let sw: number = member; !joined.has(sw);) {
      const num = towards[sw] ?? 0;
      if (num === 0) throw unreachable(groupName, memberSwitches.size);
      joined.add(sw);
      const port = (fabric.portStart[sw] ?? 0) + num - 1;
      const peer = fabric.portPeer[port] ?? -1;
      const next = (fabric.portNode[peer] ?? -1) as SwitchIx;
      add(sw as SwitchIx, num);
      add(next, peer - (fabric.portStart[next] ?? 0) + 1);
      sw = next;
    }
}

function growByHops(
  { fabric, hops }: TreeContext,
  groupName: string,
  root: SwitchIx,
  memberSwitches: ReadonlySet<SwitchIx>,
  add: AddPort,
): void {
  const enteredBy = new Map<SwitchIx, number>([[root, 0]]);
  const queue: { sw: SwitchIx; members: readonly SwitchIx[] }[] = [
    { sw: root, members: [...memberSwitches].filter((sw) => sw !== root) },
  ];
  for (const { sw, members } of queue) {
    for (const [num, through] of byPort(hops, sw, members)) {
      const peer = fabric.portPeer[(fabric.portStart[sw] ?? 0) + num - 1] ?? -1;
      const next = (fabric.portNode[peer] ?? -1) as SwitchIx;
      const upstream = peer - (fabric.portStart[next] ?? 0) + 1;
      add(sw, num);
      add(next, upstream);
      const before = enteredBy.get(next);
      if (before !== undefined) {
        const name = fabric.nodeName[next] ?? "";
        throw new FabricError({
          code: "E_MULTICAST_SPANNING_TREE_NOT_A_TREE",
          message: `OpenSM's rule enters ${name} by two ports for ${groupName}, so packets would arrive twice or circulate`,
          where: { path: name },
          got: `ports ${before} and ${upstream}`,
          expected: "one way from the root to every switch",
          hint: "OpenSM itself would load these tables; use tables multicast-union on this fabric",
        });
      }
      enteredBy.set(next, upstream);
      queue.push({
        sw: next,
        members: through.filter((member) => member !== next),
      });
    }
  }
}

/** The switch whose greatest distance to a member's switch is least; the first in map order. (OpenSM adds the hop to the member itself: a constant.) */
function findRoot(
  groupName: string,
  order: readonly SwitchIx[],
  hops: HopCounts,
  memberSwitches: ReadonlySet<SwitchIx>,
): SwitchIx {
  let root: SwitchIx | undefined;
  let least = Infinity;
  for (const sw of order) {
    let farthest = 0;
    for (const member of memberSwitches) {
      farthest = Math.max(farthest, hops.least(sw, member));
      if (farthest >= least) break;
    }
    if (farthest >= least) continue;
    least = farthest;
    root = sw;
  }
  if (root !== undefined) return root;
  throw unreachable(groupName, memberSwitches.size);
}

function unreachable(groupName: string, switches: number): FabricError {
  return new FabricError({
    code: "E_MULTICAST_SPANNING_TREE_UNREACHABLE",
    message: `no switch reaches all members and sources of ${groupName}`,
    where: { path: groupName },
    got: `${switches} switches with members, in parts of the fabric that are not connected`,
    expected: "one connected fabric",
  });
}

/** Members' switches by the port they are reached through: the lowest-numbered one with the least hops. */
function byPort(
  hops: HopCounts,
  sw: SwitchIx,
  members: readonly SwitchIx[],
): Map<number, SwitchIx[]> {
  const through = new Map<number, SwitchIx[]>();
  for (const member of members) {
    const num = hops.port(sw, member);
    const list = through.get(num);
    if (list === undefined) through.set(num, [member]);
    else list.push(member);
  }
  return through;
}
