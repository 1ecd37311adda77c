import type { HopCounts } from "@fabriclab/spec";
import type { SwitchIx } from "@fabriclab/units";
import { UNREACHABLE } from "./hops.ts";
import type { LeastHopPorts } from "./least-hop-ports.ts";

/**
 * The hop counts that an engine's search finds, kept for every destination that is asked for: what its multicast trees grow by.
 *
 * Complexity: one search of `ports` and three bytes for each switch, for each destination.
 *
 * @param portStart of the fabric
 */
export function portHops(
  portStart: Int32Array,
  ports: LeastHopPorts,
): HopCounts {
  const known = new Map<
    SwitchIx,
    { readonly least: Uint16Array; readonly first: Uint8Array }
  >();
  const towards = (to: SwitchIx) => {
    const before = known.get(to);
    if (before !== undefined) return before;
    ports.towards(to);
    const first = new Uint8Array(ports.least.length);
    for (let sw = 0; sw < first.length; sw++) {
      const at = ports.start[sw] ?? 0;
      if (at === ports.start[sw + 1]) continue;
      first[sw] = (ports.channels[at] ?? 0) - (portStart[sw] ?? 0) + 1;
    }
    const found = { least: ports.least.slice(), first };
    known.set(to, found);
    return found;
  };
  return {
    least(from, to) {
      const hops = towards(to).least[from] ?? UNREACHABLE;
      return hops === UNREACHABLE ? Infinity : hops;
    },
    port: (from, to) => towards(to).first[from] ?? 0,
  };
}
