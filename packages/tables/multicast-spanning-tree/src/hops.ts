import { hopsTo, UNREACHABLE } from "@fabriclab/paths";
import type { Fabric, HopCounts } from "@fabriclab/spec";
import type { SwitchIx } from "@fabriclab/units";

/**
 * Unrestricted shortest paths, as minhop, dor and lash have them. Restricted routings (up/down) have other counts on fabrics with horizontal
 * links; on trees, between leaves and everything else, they are the same.
 *
 * Complexity: one breadth-first search for each switch ever asked for as destination, kept.
 */
export function shortestHops(fabric: Fabric): HopCounts {
  const { switchCount, portStart, portPeer, portNode } = fabric;
  const known = new Map<SwitchIx, Uint16Array>();
  const rowOf = (to: SwitchIx): Uint16Array => {
    const before = known.get(to);
    if (before !== undefined) return before;
    const row = hopsTo(fabric, to);
    known.set(to, row);
    return row;
  };
  return {
    least(from, to) {
      const hops = rowOf(to)[from] ?? UNREACHABLE;
      return hops === UNREACHABLE ? Infinity : hops;
    },
    port(from, to) {
      const row = rowOf(to);
      const here = row[from] ?? UNREACHABLE;
      if (here === UNREACHABLE || here === 0) return 0;
      const first = portStart[from] ?? 0;
      for (let port = first; port < (portStart[from + 1] ?? 0); port++) {
        const next = portNode[portPeer[port] ?? -1] ?? switchCount;
        if (next < switchCount && (row[next] ?? 0) + 1 === here)
          return port - first + 1;
      }
      return 0;
    },
  };
}
