import { switchesInGuidOrder } from "@fabriclab/fabric";
import type { Fabric } from "@fabriclab/spec";

/** The order in which OpenSM's engines give destinations their paths. */
export interface DestinationOrder {
  /** All switches, those with most host ports first; equal ones in OpenSM's map order (byte-reversed NodeGUID). */
  readonly switches: Int32Array;
  /** Place in `switches` -> its first entry of `endports`; length switchCount + 1. */
  readonly start: Int32Array;
  /** Host endports by their switches, there by the number of the switch's port. */
  readonly endports: Int32Array;
  /** All switches in map order. */
  readonly mapOrder: Int32Array;
}

/**
 * Hosts come first, switch after switch. The number of host ports counts cables, as OpenSM's `endport_links` does.
 *
 * Complexity: O(ports + switches · log switches).
 */
export function destinationOrder(fabric: Fabric): DestinationOrder {
  const { switchCount, portStart, portPeer, portNode, nodeEndport } = fabric;
  const mapOrder = Int32Array.from(switchesInGuidOrder(fabric));
  const hostsAt = Array.from({ length: switchCount }, (_, sw) => {
    const found: number[] = [];
    const end = portStart[sw + 1] ?? 0;
    for (let port = portStart[sw] ?? 0; port < end; port++) {
      const peer = portPeer[port] ?? -1;
      const node = peer < 0 ? -1 : (portNode[peer] ?? -1);
      if (node < switchCount) continue;
      found.push((nodeEndport[node] ?? 0) + peer - (portStart[node] ?? 0));
    }
    return found;
  });
  // The sort is stable, as that of OpenSM's C library is.
  const switches = Int32Array.from(
    Array.from(mapOrder).sort(
      (a, b) => (hostsAt[b]?.length ?? 0) - (hostsAt[a]?.length ?? 0),
    ),
  );
  const start = new Int32Array(switchCount + 1);
  for (const [place, sw] of switches.entries())
    start[place + 1] = (start[place] ?? 0) + (hostsAt[sw]?.length ?? 0);
  const endports = new Int32Array(start[switchCount] ?? 0);
  for (const [place, sw] of switches.entries())
    endports.set(hostsAt[sw] ?? [], start[place]);
  return { switches, start, endports, mapOrder };
}
