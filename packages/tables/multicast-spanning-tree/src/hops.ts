import { hopsTo, UNREACHABLE } from "@fabriclab/paths";
import type { Fabric } from "@fabriclab/spec";
import type { SwitchIx } from "@fabriclab/units";

/** Hop counts between switches, as OpenSM's hop matrices ("lid matrix") hold them. */
export interface HopCounts {
  /** Least hops from one switch to another, 0 to itself, Infinity where there is no path. */
  least(from: SwitchIx, to: SwitchIx): number;
  /** Least hops when the first is through port number `num` of `from`; Infinity where there is no path. */
  through(from: SwitchIx, num: number, to: SwitchIx): number;
}

/**
 * Unrestricted shortest paths, as minhop, dor and lash have them. Restricted routings (up/down) have other counts on fabrics with horizontal
 * links; on trees, between leaves and everything else, they are the same.
 *
 * Complexity: one breadth-first search for each switch ever asked for as destination, kept.
 */
export function shortestHops(fabric: Fabric): HopCounts {
  const { switchCount, portStart, portPeer, portNode } = fabric;
  const known = new Map<SwitchIx, Uint16Array>();
  const least = (from: SwitchIx, to: SwitchIx): number => {
    let row = known.get(to);
    if (row === undefined) {
      row = hopsTo(fabric, to);
      known.set(to, row);
    }
    const hops = row[from] ?? UNREACHABLE;
    return hops === UNREACHABLE ? Infinity : hops;
  };
  return {
    least,
    through(from, num, to) {
      const port = (portStart[from] ?? 0) + num - 1;
      const next = portNode[portPeer[port] ?? -1] ?? switchCount;
      return next >= switchCount ? Infinity : 1 + least(next as SwitchIx, to);
    },
  };
}
