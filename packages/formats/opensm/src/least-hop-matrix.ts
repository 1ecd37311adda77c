import type { Fabric, LidTable } from "@fabriclab/spec";
import type { SwitchIx } from "@fabriclab/units";
import type { LidMatrix } from "./lid-matrix.ts";
import { NO_HOPS, switchHops } from "./switch-hops.ts";

/**
 * The hops from every switch to every switch LID through each port, by the least hops from the switch behind it: what OpenSM dumps under minhop. Under up/down
 * rules its own matrix has more.
 *
 * Complexity: O(switches · (ports + links)).
 */
export function leastHopMatrix(fabric: Fabric, lids: LidTable): LidMatrix {
  const { switchCount } = fabric;
  const hops = switchHops(fabric);
  const matrix = new Map<SwitchIx, Map<number, Uint8Array>>();
  for (let sw = 0; sw < switchCount; sw++) {
    const start = fabric.portStart[sw] ?? 0;
    const ports = (fabric.portStart[sw + 1] ?? 0) - start;
    const rows = new Map<number, Uint8Array>();
    for (let to = 0; to < switchCount; to++) {
      const lid = lids.baseLid[to] ?? 0;
      const least = hops[sw * switchCount + to] ?? NO_HOPS;
      if (lid === 0 || least === NO_HOPS) continue;
      const row = new Uint8Array(ports + 1).fill(NO_HOPS);
      row[0] = least;
      for (let port = 0; port < ports; port++) {
        const peer = fabric.portNode[fabric.portPeer[start + port] ?? -1] ?? -1;
        if (peer < 0 || peer >= switchCount) continue;
        const beyond = hops[peer * switchCount + to] ?? NO_HOPS;
        if (beyond !== NO_HOPS) row[port + 1] = beyond + 1;
      }
      rows.set(lid, row);
    }
    matrix.set(sw as SwitchIx, rows);
  }
  return matrix;
}
