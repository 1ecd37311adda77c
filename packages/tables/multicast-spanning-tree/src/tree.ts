import { FabricError, type Fabric } from "@fabriclab/spec";
import type { EndportIx, SwitchIx } from "@fabriclab/units";
import type { HopCounts } from "./hops.ts";

/**
 * Chooses the root and sets the ports of one group's tree.
 *
 * @param joined whoever the tree must reach: members and senders; OpenSM makes no difference between them
 * @param add called for every port of the tree, the one towards the root included
 */
export function growTree(
  fabric: Fabric,
  groupName: string,
  order: readonly SwitchIx[],
  hops: HopCounts,
  joined: ReadonlySet<EndportIx>,
  add: (sw: SwitchIx, num: number) => void,
): void {
  const memberSwitches = new Set<SwitchIx>();
  for (const endport of joined) {
    const at = fabric.attachment(endport);
    if (at === undefined) continue;
    memberSwitches.add(at.sw);
    add(at.sw, at.num);
  }
  const root = findRoot(groupName, order, hops, memberSwitches);
  const enteredBy = new Map<SwitchIx, number>([[root, 0]]);
  const queue: { sw: SwitchIx; members: readonly SwitchIx[] }[] = [
    { sw: root, members: [...memberSwitches].filter((sw) => sw !== root) },
  ];
  for (const { sw, members } of queue) {
    for (const [num, through] of byPort(fabric, hops, sw, members)) {
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
  throw new FabricError({
    code: "E_MULTICAST_SPANNING_TREE_UNREACHABLE",
    message: `no switch reaches all members and sources of ${groupName}`,
    where: { path: groupName },
    got: `${memberSwitches.size} switches with members, in parts of the fabric that are not connected`,
    expected: "one connected fabric",
  });
}

/** Members' switches by the port they are reached through: the lowest-numbered one with the least hops. */
function byPort(
  fabric: Fabric,
  hops: HopCounts,
  sw: SwitchIx,
  members: readonly SwitchIx[],
): Map<number, SwitchIx[]> {
  const radix = (fabric.portStart[sw + 1] ?? 0) - (fabric.portStart[sw] ?? 0);
  const through = new Map<number, SwitchIx[]>();
  for (const member of members) {
    const least = hops.least(sw, member);
    let num = 1;
    while (num <= radix && hops.through(sw, num, member) !== least) num++;
    const list = through.get(num);
    if (list === undefined) through.set(num, [member]);
    else list.push(member);
  }
  return through;
}
