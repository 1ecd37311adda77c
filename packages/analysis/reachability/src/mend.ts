import { WALK_ENDS, type LidTree } from "@fabriclab/paths";
import type { Fabric } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import type { Mend } from "./wrong-entry.ts";

const DELIVERED = WALK_ENDS.indexOf("delivered");

/**
 * By which ports a switch from which packets do not arrive should send them: its own port of the LID's owner; else those to neighbours that deliver,
 * over the fewest switches; where none does, those on a shortest way.
 *
 * Why a neighbour that delivers is safe: its packets do not come by the switch, from which they would not arrive.
 *
 * Complexity: O(radix).
 *
 * @param tree what becomes of packets for the LID, loaded
 * @param row switch -> cables to the owner's switch
 */
export function mendOf(
  fabric: Fabric,
  tree: LidTree,
  row: Uint16Array,
  sw: number,
  owner: EndportIx,
): Mend | undefined {
  const { portStart, portPeer, portNode, switchCount, endportNode } = fabric;
  if (owner === sw) return { ports: [0], node: sw, arrives: true, switches: 1 };
  const here = fabric.attachment(owner);
  if (here?.sw === sw) {
    const node = endportNode[owner] ?? 0;
    return { ports: [here.num], node, arrives: true, switches: 1 };
  }
  const start = portStart[sw] ?? 0;
  const end = portStart[sw + 1] ?? 0;
  const cheapest = (
    arrives: boolean,
    cost: (next: number) => number | undefined,
  ): Mend | undefined => {
    let least = Infinity;
    let ports: number[] = [];
    for (let port = start; port < end; port++) {
      const next = portNode[portPeer[port] ?? -1] ?? switchCount;
      const switches = next < switchCount ? cost(next) : undefined;
      if (switches === undefined || switches > least) continue;
      if (switches < least) ports = [];
      least = switches;
      ports.push(port - start + 1);
    }
    const [first] = ports;
    if (first === undefined) return undefined;
    const node = portNode[portPeer[start + first - 1] ?? 0] ?? 0;
    return { ports, node, arrives, switches: least };
  };
  const nearer = (next: number): number | undefined =>
    (row[next] ?? 0) < (row[sw] ?? 0) ? (row[next] ?? 0) + 2 : undefined;
  return (
    cheapest(true, (next) =>
      tree.end[next] === DELIVERED ? (tree.hops[next] ?? 0) + 1 : undefined,
    ) ?? cheapest(false, nearer)
  );
}
