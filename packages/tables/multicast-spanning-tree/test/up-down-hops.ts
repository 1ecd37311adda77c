import { switchesInGuidOrder } from "@fabriclab/fabric";
import type { Fabric } from "@fabriclab/spec";
import type { SwitchIx } from "@fabriclab/units";
import type { HopCounts } from "../src/index.ts";

/**
 * The hop counts of OpenSM's up/down engine, for its trees on fabrics that are none: ranks by breadth-first search from the given roots; from each
 * destination a first-in-first-out search that may not step up after down; equal ranks: to the smaller GUID is up.
 *
 * @param roots a root GUID a line
 */
export function upDownHops(fabric: Fabric, roots: string): HopCounts {
  const { switchCount, portStart, portPeer, portNode, nodeGuid } = fabric;
  const neighbour = (sw: number, num: number): number =>
    portNode[portPeer[(portStart[sw] ?? 0) + num - 1] ?? -1] ?? switchCount;
  const radix = (sw: number): number =>
    (portStart[sw + 1] ?? 0) - (portStart[sw] ?? 0);
  const peerNum = (sw: number, num: number): number => {
    const peer = portPeer[(portStart[sw] ?? 0) + num - 1] ?? 0;
    return peer - (portStart[portNode[peer] ?? 0] ?? 0) + 1;
  };
  const rank = new Array<number>(switchCount).fill(Infinity);
  const queue = roots
    .split(/\s+/)
    .filter((guid) => guid !== "")
    .map((guid) => fabric.findGuid(BigInt(guid)) as number);
  for (const root of queue) rank[root] = 0;
  for (const sw of queue)
    for (let num = 1; num <= radix(sw); num++) {
      const next = neighbour(sw, num);
      if (next >= switchCount || rank[next] !== Infinity) continue;
      rank[next] = (rank[sw] ?? 0) + 1;
      queue.push(next);
    }
  const isUp = (from: number, to: number): boolean => {
    const [a, b] = [rank[from] ?? 0, rank[to] ?? 0];
    if (a !== b) return b < a;
    return a === 0 || (nodeGuid[to] ?? 0n) < (nodeGuid[from] ?? 0n);
  };

  /** Per destination: least hops of each switch, and through each of its ports. */
  const through = new Map<SwitchIx, number[][]>();
  for (const to of switchesInGuidOrder(fabric)) {
    const hops = Array.from({ length: switchCount }, (_, sw) =>
      new Array<number>(radix(sw) + 1).fill(Infinity),
    );
    const leastOf = (sw: number): number =>
      Math.min(...(hops[sw] ?? [Infinity]));
    (hops[to] as number[])[0] = 0;
    const search = [{ sw: to as number, down: false }];
    for (const { sw, down } of search) {
      const current = leastOf(sw);
      for (let num = 1; num <= radix(sw); num++) {
        const next = neighbour(sw, num);
        if (next >= switchCount) continue;
        const up = isUp(sw, next);
        if (down && up) continue;
        const row = hops[next] ?? [];
        const least = leastOf(next);
        const here = current + 1;
        const at = peerNum(sw, num);
        if (here > least) continue;
        row[at] = here;
        // Only a switch that is nearer than before is searched from; the direction it was first met under stays.
        if (here < least) search.push({ sw: next, down: down || !up });
      }
    }
    through.set(to, hops);
  }
  return {
    least: (from, to) => Math.min(...(through.get(to)?.[from] ?? [Infinity])),
    through: (from, num, to) => through.get(to)?.[from]?.[num] ?? Infinity,
  };
}
