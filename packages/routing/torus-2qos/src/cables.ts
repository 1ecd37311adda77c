import type { SwitchLinks } from "@fabriclab/paths";
import type { Fabric } from "@fabriclab/spec";
import type { Placed } from "./places.ts";

/**
 * The ports of a switch that are cabled to its neighbour, in OpenSM's order: both ends number parallel cables by the ports of the lower one, from which they lead
 * upwards along their dimension.
 *
 * Complexity: O(links of a switch).
 */
export function cablesTo(
  { portStart, portPeer }: Fabric,
  { start, to, channel }: SwitchLinks,
  { grid, place }: Placed,
  sw: number,
  neighbour: number,
): number[] {
  const leadsUp = grid.dimensions.some(
    (_, d) => grid.next(place[sw] ?? 0, d, 1) === place[neighbour],
  );
  const [lower, upper] = leadsUp ? [sw, neighbour] : [neighbour, sw];
  const ports: number[] = [];
  for (let link = start[lower] ?? 0; link < (start[lower + 1] ?? 0); link++) {
    if (to[link] !== upper) continue;
    const port = channel[link] ?? 0;
    const own = leadsUp ? port : (portPeer[port] ?? 0);
    ports.push(own - (portStart[sw] ?? 0) + 1);
  }
  return ports;
}
