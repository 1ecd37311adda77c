import type { Fabric } from "@fabriclab/spec";
import { NO_PORT } from "@fabriclab/units";

const UNKNOWN = 0;
const ARRIVES = 1;
const ASTRAY = 2;
const WALKING = 3;

/**
 * Follows the entries of one value of the path bits from every switch to switch `to`, and gives those from which it is never reached their default
 * port.
 *
 * What comes out has no loop: switches that arrive send only to switches that arrive, and default ports only lead nearer.
 *
 * Complexity: O(switches).
 *
 * @param ports the port of each switch for the value, at `stride · switch + value`; changed
 * @param defaults the default port of each switch; 255 = no path joins it to `to`
 * @returns the switches that were mended, ascending
 */
export function mend(
  fabric: Fabric,
  to: number,
  ports: Uint8Array,
  stride: number,
  value: number,
  defaults: Uint8Array,
): number[] {
  const { portNode, portPeer, portStart, switchCount } = fabric;
  const state = new Uint8Array(switchCount);
  state[to] = ARRIVES;
  const way: number[] = [];
  for (let start = 0; start < switchCount; start++) {
    let at = start;
    way.length = 0;
    while (state[at] === UNKNOWN) {
      const num = ports[stride * at + value] ?? NO_PORT;
      state[at] = WALKING;
      way.push(at);
      if (num === NO_PORT) break;
      const peer = portPeer[(portStart[at] ?? 0) + num - 1] ?? -1;
      const next = peer < 0 ? switchCount : (portNode[peer] ?? 0);
      if (next >= switchCount) break;
      at = next;
    }
    const end = state[at] === ARRIVES ? ARRIVES : ASTRAY;
    for (const sw of way) state[sw] = end;
  }
  const mended: number[] = [];
  for (let sw = 0; sw < switchCount; sw++) {
    const fallback = defaults[sw] ?? NO_PORT;
    if (state[sw] !== ASTRAY || fallback === NO_PORT) continue;
    ports[stride * sw + value] = fallback;
    mended.push(sw);
  }
  return mended;
}
