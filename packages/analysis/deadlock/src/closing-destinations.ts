import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";

/**
 * Destinations whose packets may lay down an edge between vertices of cyclic components: two channels of such vertices follow each other on the way to
 * one of their LIDs. No other destination has a part in any cycle, nor can it get one when pairs are left out.
 *
 * @param vertices those of cyclic components, channel · lanes + VL
 * @returns places in `endports`, ascending
 * Complexity: O(LIDs · channels of the vertices).
 */
export function closingDestinations(
  fabric: Fabric,
  tables: ForwardingTables,
  endports: readonly EndportIx[],
  vertices: Iterable<number>,
): number[] {
  const { portNode, portPeer, portStart, portCount } = fabric;
  const { lids, lft } = tables;
  const lanes = Math.max(1, tables.lanes);
  const inside = new Uint8Array(portCount);
  for (const vertex of vertices) inside[Math.floor(vertex / lanes)] = 1;
  const channels: {
    readonly num: number;
    readonly here: Uint8Array;
    readonly there: Uint8Array;
    readonly first: number;
  }[] = [];
  for (let channel = 0; channel < portCount; channel++) {
    if (inside[channel] === 0) continue;
    const node = portNode[channel] ?? 0;
    const next = portNode[portPeer[channel] ?? 0] ?? 0;
    const here = lft[node];
    const there = lft[next];
    if (here === undefined || there === undefined) continue;
    const num = channel - (portStart[node] ?? 0) + 1;
    channels.push({ num, here, there, first: (portStart[next] ?? 0) - 1 });
  }
  const leads = (lid: number): boolean => {
    for (const { num, here, there, first } of channels)
      if (here[lid] === num && inside[first + (there[lid] ?? 0)] === 1)
        return true;
    return false;
  };
  const found: number[] = [];
  for (const [place, endport] of endports.entries()) {
    const base = lids.baseLid[endport] ?? 0;
    const end = base + 2 ** (lids.lmc[endport] ?? 0);
    for (let lid = base; lid < end; lid++)
      if (leads(lid)) {
        found.push(place);
        break;
      }
  }
  return found;
}
